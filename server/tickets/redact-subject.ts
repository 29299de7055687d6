import { sql } from "kysely";
import { can } from "../../shared/access.ts";
import { AppError } from "../../shared/errors.ts";
import type { TicketChange } from "../../shared/tickets/state.ts";
import type { ActorDeps } from "../access/actor.ts";
import { isSeen, scopeOf } from "../access/scope.ts";
import { transact } from "../access/transact.ts";
import type { Tx } from "../db/database.ts";
import { eraseMailCopiesNaming } from "../mail/outbox/withdraw.ts";
import { mergedInto } from "./merge.ts";
import { type RedactedIn, recordRedaction, redactedIn } from "./redact.ts";

/**
 * Deletes the earlier subjects that this change names, except the current one: in other changes of
 * the subject, in stored copies of mails and in tickets merged into it. None of those changes can
 * be undone afterwards. A second time does nothing.
 */
export function redactSubject(deps: ActorDeps, eventId: string): Promise<{ redacted: true }> {
  return transact(deps, async (tx, deps) => {
    const ticket = await lockTicketOf(tx, deps, eventId);
    if (!can(deps.actor, "ticket.redact")) throw new AppError("forbidden");
    const { ticket_id: id, subject: today } = ticket;
    const events = await readChanges(tx, id);
    const chosen = events.find((event) => event.id === eventId)?.change;
    const gone = earlierIn(chosen, today);
    if (gone.length === 0) return { redacted: true };
    await emptyChanges(tx, events, { gone, today, by: deps.actor.id });
    await emptyMerges(tx, ticket, gone);
    await eraseMailCopiesNaming(tx, id, gone);
    await recordRedaction(tx, deps, { what: "subject", id, isPublic: true }, ticket);
    return { redacted: true };
  });
}

interface LockedTicket extends RedactedIn {
  subject: string;
}

async function lockTicketOf(tx: Tx, { actor }: ActorDeps, eventId: string): Promise<LockedTicket> {
  const { rows: found } = await sql<{ id: string }>`
    select t.id from tickets t
    where t.id = (
      select ticket_id from ticket_events where id = ${eventId}::uuid and kind = 'subject')
      and ${isSeen(scopeOf(actor))}
    for no key update of t`.execute(tx);
  const [{ id } = { id: null }] = found;
  if (id === null) throw new AppError("not_found");
  const { rows } = await sql<LockedTicket>`
    select ${redactedIn}, t.subject from tickets t where t.id = ${id}::uuid`.execute(tx);
  const [ticket] = rows;
  if (!ticket) throw new AppError("not_found");
  return ticket;
}

interface Told {
  id: string;
  actId: string;
  change: TicketChange;
}

/** All events that hold a subject. */
async function readChanges(tx: Tx, ticketId: string): Promise<Told[]> {
  const { rows } = await sql<Told>`
    select id, act_id as "actId", data || jsonb_build_object('kind', kind) as change
    from ticket_events
    where ticket_id = ${ticketId}::uuid and kind in ('subject', 'undone')`.execute(tx);
  return rows;
}

function earlierIn(change: TicketChange | undefined, today: string): string[] {
  if (change?.kind !== "subject") return [];
  return [change.from, change.to].filter((text) => text !== null && text !== today) as string[];
}

interface Emptying {
  gone: readonly string[];
  today: string;
  by: string;
}

/** Also deletes what their Undo would need. */
async function emptyChanges(tx: Tx, events: readonly Told[], how: Emptying): Promise<void> {
  const emptied = events
    .map((event) => ({ ...event, after: without(event.change, how) }))
    .filter(({ change, after }) => change !== after);
  for (const { id, after } of emptied) {
    const { kind: _, ...data } = after;
    await tx.updateTable("ticket_events").set({ data }).where("id", "=", id).execute();
  }
  await sql`
    update acts set made = made - 'undo'
    where id = any(${emptied.map(({ actId }) => actId)}::uuid[])`.execute(tx);
}

/**
 * Deletes the subject from records of undone merges, and from the notes of tickets merged into this
 * one, which no one can open. The source of a current merge cannot be renamed.
 */
async function emptyMerges(
  tx: Tx,
  { ticket_id: id, number, subject: today }: LockedTicket,
  gone: readonly string[],
): Promise<void> {
  await sql`
    with notes as (
      update messages set body = ${mergedInto(number, today)}
      from merges
      where merges.target_id = ${id}::uuid and merges.undone_at is null
        and messages.ticket_id = merges.source_id and messages.act_id = merges.act_id
        and messages.body = any(${gone.map((subject) => mergedInto(number, subject))}::text[])
    )
    update merges set source_before = jsonb_set(source_before, '{subject}', to_jsonb(${today}::text))
    where source_id = ${id}::uuid and source_before ->> 'subject' = any(${[...gone]}::text[])
  `.execute(tx);
}

/** Returns the same object if it does not hold the subject. */
function without(change: TicketChange, how: Emptying): TicketChange {
  if (change.kind === "undone") {
    const before = change.back ?? [];
    const back = before.map((each) => without(each, how));
    return back.every((each, at) => each === before[at]) ? change : { ...change, back };
  }
  if (change.kind !== "subject") return change;
  const { from, to, redactedBy = how.by } = change;
  const says = [from, to].some((text) => text !== null && how.gone.includes(text));
  if (!says) return change;
  const kept = (text: string | null) => (text === how.today ? text : null);
  return { kind: "subject", from: kept(from), to: kept(to), redactedBy };
}
