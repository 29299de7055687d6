import { sql } from "kysely";
import type { TicketPlan } from "../../../shared/tickets/state.ts";
import { undoRecordOf } from "../../../shared/tickets/undo.ts";
import type { ActorDeps } from "../../actor.ts";
import type { Tx } from "../../db/database.ts";
import { spreadNews, type TicketNews } from "../../notifications/news.ts";
import { findForUpdate, type LockedTicket } from "./find-for-update.ts";
import { insertMessage, type NewMessage } from "./messages.ts";
import { type Act, type ActMade, type DoneAct, once } from "./once.ts";
import { saveTicket } from "./save-ticket.ts";

/** What is to happen to a ticket, once it is clear that it may. */
export interface Deed {
  plan: TicketPlan;
  message?: NewMessage;
  /** What the message means for others. */
  news?: (messageId: string) => TicketNews[];
}

export interface TicketAct extends Act {
  ticketId: string;
  /** Who is given a part in the ticket: held before the ticket is, in the order of all. */
  people?: readonly string[];
}

/**
 * The shape of every act on a ticket: one transaction, the ticket held under the actor's scope,
 * `decide` plans or refuses, then all of it is written.
 */
export async function actOnTicket(
  deps: ActorDeps,
  act: TicketAct,
  decide: (tx: Tx, ticket: LockedTicket) => Deed | Promise<Deed>,
): Promise<DoneAct> {
  return await once(deps, act, async (tx, actId, deps) => {
    await holdPeople(tx, act.people ?? []);
    const ticket = await findForUpdate(tx, deps.actor, act.ticketId);
    const deed = await decide(tx, ticket);
    return await perform(tx, deps, actId, ticket, deed);
  });
}

async function perform(
  tx: Tx,
  deps: ActorDeps,
  actId: string,
  ticket: LockedTicket,
  { plan, message, news }: Deed,
): Promise<ActMade> {
  const { actor } = deps;
  const made: ActMade = { ticketId: ticket.id, undo: undoRecordOf(plan) };
  const where = { ticketId: ticket.id, actId, actor, at: plan.at };
  const written = message && (await insertMessage(tx, where, message));
  if (written) made.messageId = written.id;
  await saveTicket(tx, ticket, { actId, actorId: actor.id, plan, made: { ...made } });
  await spreadNews(
    tx,
    actor,
    [...assignments(ticket.id, plan), ...(written && news ? news(written.id) : [])],
    deps.now,
  );
  return made;
}

export function assignments(ticketId: string, { before, after }: TicketPlan): TicketNews[] {
  const { assigneeId } = after;
  if (assigneeId === null || assigneeId === before.assigneeId) return [];
  return [{ kind: "assigned", ticketId, assigneeId }];
}

/**
 * Whoever changes these people's rights waits, or is waited for. They are held before any ticket,
 * as there: the other way round both would wait for each other.
 */
export async function holdPeople(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .selectFrom("users")
    .select("id")
    .where("id", "in", [...new Set(ids)])
    .orderBy("id")
    .forShare()
    .execute();
}

/** Whoever has a part in these tickets keeps their rights until the transaction ends. */
export async function holdTakingPart(tx: Tx, ticketIds: readonly string[]): Promise<void> {
  if (ticketIds.length === 0) return;
  const { rows } = await sql<{ id: string }>`
    select assignee_id as id from tickets
    where id = any(${[...ticketIds]}::uuid[]) and assignee_id is not null
    union
    select user_id from ticket_people where ticket_id = any(${[...ticketIds]}::uuid[])`.execute(tx);
  await holdPeople(
    tx,
    rows.map(({ id }) => id),
  );
}
