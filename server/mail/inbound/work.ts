import { type Selectable, sql } from "kysely";
import { instantOf, type TicketChange, type TicketPlan } from "../../../shared/tickets/state.ts";
import { beginTransition, finishTransition } from "../../../shared/tickets/transition.ts";
import type { Actor } from "../../access/actor.ts";
import type { Tx } from "../../db/database.ts";
import type { InboundMails } from "../../db/schema.ts";
import { readLockedTickets } from "../../tickets/lock.ts";
import { saveTicket } from "../../tickets/write.ts";
import { cut, type MailFacts } from "./facts.ts";
import type { ReadMail } from "./original.ts";

export type InboundMail = Selectable<InboundMails>;

/** What became of a mail. */
export type Outcome = Pick<InboundMail, "state" | "reason" | "ticket_id" | "message_id">;

/** A read mail within the transaction that acts on it. */
export interface Work {
  tx: Tx;
  row: InboundMail;
  read: ReadMail;
  facts: MailFacts;
  /** The time of what happens: of old mail, the time it was sent. */
  at: Date;
  now: Date;
}

export async function beginAct({ tx, row, now }: Work, { id: actorId }: Actor): Promise<string> {
  const id = Bun.randomUUIDv7();
  await tx
    .insertInto("acts")
    .values({
      id,
      actor_id: actorId,
      request_id: row.id,
      kind: "mail",
      input_hash: row.raw_hash,
      made: {},
      created_at: now,
    })
    .execute();
  return id;
}

/** Events for staff, without any other change. */
export async function addEvents(
  { tx, now }: Work,
  ticketId: string,
  changes: readonly TicketChange[],
): Promise<void> {
  const ticket = await lockAny(tx, ticketId);
  if (!ticket) return;
  const plan = finishTransition(beginTransition(ticket.state, instantOf(now)), { touched: true });
  const acting = { actId: Bun.randomUUIDv7(), actorId: null };
  await saveTicket(tx, ticket, { ...acting, plan: { ...plan, changes: [...changes] } });
}

/** Spam too: a message is added to it, and stays hidden. */
export async function lockAny(tx: Tx, ticketId: string) {
  await sql`select from tickets where id = ${ticketId}::uuid for no key update`.execute(tx);
  const [ticket] = await readLockedTickets(tx, [ticketId]);
  return ticket;
}

export function withChanges(plan: TicketPlan, changes: readonly TicketChange[]): TicketPlan {
  return changes.length === 0 ? plan : { ...plan, changes: [...plan.changes, ...changes] };
}

export function messageOf(read: ReadMail) {
  return { kind: "public" as const, body: bodyOf(read), format: "html" as const };
}

export function bodyOf({ mail }: ReadMail): string {
  return cut(mail.text, 100_000);
}
