import { type RawBuilder, sql } from "kysely";
import { AppError, refuseInput } from "../../shared/errors.ts";
import type { LinkTicketsInput, UnlinkTicketsInput } from "../../shared/schemas/tickets.ts";
import type { LinkKind, TicketDetails } from "../../shared/tickets/page.ts";
import { ticketLimits } from "../../shared/tickets/vocabulary.ts";
import type { Actor, ActorDeps } from "../access/actor.ts";
import { isSeen, scopeOf } from "../access/scope.ts";
import { transact } from "../access/transact.ts";
import type { Tx } from "../db/database.ts";
import { recordLiveEvent } from "../events/live-events.ts";
import { readTicketDetails } from "./details.ts";

/** Linking twice links once. The actor must see both tickets. */
export async function linkTickets(
  deps: ActorDeps,
  { id, number, kind, direction = "to" }: LinkTicketsInput,
): Promise<TicketDetails> {
  await transact(deps, async (tx, deps) => {
    const { actor } = deps;
    await lockLinks(tx, sql`id = ${id}::uuid or number = ${number}::bigint`);
    const ticket = await findSeen(tx, actor, sql`t.id = ${id}::uuid`);
    const other = await findSeen(tx, actor, sql`t.number = ${number}::bigint`);
    if (!ticket) throw new AppError("not_found");
    if (!other)
      throw refused("There is no ticket with this number, or you don't have access to it.");
    if (ticket.id === other.id) throw refused("A ticket cannot be linked to itself.");
    const [from, to] = direction === "to" ? [ticket, other] : [other, ticket];
    const made = await link(tx, deps, { kind, from, to });
    if (made) await assertSpace(tx, ticket, other);
  });
  return await readTicketDetails(deps, id);
}

/** Links a ticket that staff open as a follow-up of a closed one. */
export async function linkFollowUp(
  tx: Tx,
  deps: ActorDeps,
  { id, before }: { id: string; before: string },
): Promise<void> {
  const from = await findSeen(tx, deps.actor, sql`t.id = ${id}::uuid`);
  const to = await findSeen(tx, deps.actor, sql`t.id = ${before}::uuid`);
  if (!from || !to) {
    throw refuseInput(
      "followUpOf",
      "The earlier ticket doesn't exist, or you don't have access to it.",
    );
  }
  await link(tx, deps, { kind: "follow-up-of", from, to });
}

/** Removing a link that is already gone does nothing. */
export async function unlinkTickets(
  deps: ActorDeps,
  { id, linkId }: UnlinkTicketsInput,
): Promise<TicketDetails> {
  await transact(deps, async (tx, deps) => {
    const { actor } = deps;
    const link = await tx
      .selectFrom("ticket_links")
      .select(["ticket_id", "other_id", "kind"])
      .where("id", "=", linkId)
      .where((is) => is.or([is("ticket_id", "=", id), is("other_id", "=", id)]))
      .forUpdate()
      .executeTakeFirst();
    if (!link) return;
    const ticket = await findSeen(tx, actor, sql`t.id = ${link.ticket_id}::uuid`);
    const other = await findSeen(tx, actor, sql`t.id = ${link.other_id}::uuid`);
    if (!ticket || !other) throw new AppError("not_found");
    await tx.deleteFrom("ticket_links").where("id", "=", linkId).execute();
    await record(tx, deps, "unlinked", { kind: link.kind, from: ticket, to: other });
  });
  return await readTicketDetails(deps, id);
}

/** Serializes link changes of these tickets, for the limit of links. Other actions do not wait. */
export async function lockLinks(tx: Tx, which: RawBuilder<unknown>): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(hashtextextended('link ' || id, 0))
    from (select id from tickets where ${which} order by id) it`.execute(tx);
}

/**
 * Counts the new link, but neither follow-ups, which customers open, nor links to merged tickets,
 * which are linked where they went as well.
 */
async function assertSpace(tx: Tx, ticket: SeenTicket, other: SeenTicket): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select it.id from unnest(${[ticket.id, other.id]}::uuid[]) as it(id)
    where ${ticketLimits.links} < (
      select count(*) from ticket_links link
      join tickets far on far.id in (link.ticket_id, link.other_id) and far.id <> it.id
      where (link.ticket_id = it.id or link.other_id = it.id) and link.kind <> 'follow-up-of'
        and far.merged_into_id is null)
  `.execute(tx);
  const [full] = rows;
  if (!full) return;
  const called = full.id === ticket.id ? "This ticket" : `#${other.number}`;
  throw refused(`${called} has ${ticketLimits.links} links, and more are not possible.`);
}

/** Returns whether the link is new. Two related tickets can be named in either order. */
export async function insertLink(
  tx: Tx,
  { ticketId, otherId, kind }: { ticketId: string; otherId: string; kind: LinkKind },
  { createdBy, now }: { createdBy: string; now: Date },
): Promise<boolean> {
  const turned = kind === "related" && ticketId > otherId;
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("ticket_links")
    .values({
      id: Bun.randomUUIDv7(),
      ticket_id: turned ? otherId : ticketId,
      other_id: turned ? ticketId : otherId,
      kind,
      created_by: createdBy,
      created_at: now,
    })
    .onConflict((conflict) => conflict.columns(["ticket_id", "other_id", "kind"]).doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

interface SeenTicket {
  id: string;
  number: number;
  version: number;
  companyId: string | null;
}

async function findSeen(
  tx: Tx,
  actor: Actor,
  which: RawBuilder<unknown>,
): Promise<SeenTicket | undefined> {
  const { rows } = await sql<SeenTicket>`
    select t.id, t.number, t.version, t.company_id as "companyId"
    from tickets t where ${which} and ${isSeen(scopeOf(actor))}`.execute(tx);
  return rows[0];
}

interface Link {
  kind: LinkKind;
  from: SeenTicket;
  to: SeenTicket;
}

/** Returns whether the link is new. */
async function link(tx: Tx, deps: ActorDeps, { kind, from, to }: Link): Promise<boolean> {
  const { actor, now } = deps;
  const made = await insertLink(
    tx,
    { ticketId: from.id, otherId: to.id, kind },
    { createdBy: actor.id, now },
  );
  if (made) await record(tx, deps, "linked", { kind, from, to });
  return made;
}

/** Links are visible to staff only and change no field. Both tickets get an event. */
async function record(
  tx: Tx,
  { actor, now }: Pick<ActorDeps, "actor" | "now">,
  what: "linked" | "unlinked",
  { kind, from, to }: Link,
): Promise<void> {
  const actId = Bun.randomUUIDv7();
  const sides = [
    { ticket: from, direction: "to", other: to.id },
    { ticket: to, direction: "from", other: from.id },
  ] as const;
  await tx
    .insertInto("ticket_events")
    .values(
      sides.map(({ ticket, direction, other }) => ({
        id: Bun.randomUUIDv7(),
        ticket_id: ticket.id,
        actor_id: actor.id,
        act_id: actId,
        kind: what,
        audience: "staff" as const,
        data: { link: kind, direction, other },
        created_at: now,
      })),
    )
    .execute();
  for (const { id, number, companyId } of [from, to]) {
    await recordLiveEvent(tx, {
      topic: "ticket",
      subjectId: id,
      number,
      version: null,
      audience: "staff",
      companyIds: companyId === null ? [] : [companyId],
      peopleIds: [],
    });
  }
}

function refused(message: string): AppError {
  return refuseInput("number", message);
}
