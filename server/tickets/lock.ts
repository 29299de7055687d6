import { type CompiledQuery, type QueryResult, sql } from "kysely";
import { AppError } from "../../shared/errors.ts";
import type { TicketState } from "../../shared/tickets/state.ts";
import type { Actor } from "../access/actor.ts";
import { companiesSeenWhole, isSeen, isShown, type Sight, sightOf } from "../access/scope.ts";
import { sendTogether } from "../db/connection/dialect.ts";
import type { Tx } from "../db/database.ts";
import { keepStatement, uuidList } from "../db/statement.ts";
import { stateOfTicket } from "../db/ticket-columns.ts";

/** A ticket that is locked until the transaction ends. */
export interface LockedTicket {
  id: string;
  number: number;
  state: TicketState;
}

/** Tickets outside the actor's scope are not found. Without an actor, for automation, all are. */
export async function lockTicket(
  tx: Tx,
  actor: Actor | null,
  ticketId: string,
): Promise<LockedTicket> {
  const locked = await tx.executeQuery<FoundTicket>(ticketLock(tx, actor, ticketId));
  return await lockedTicket(tx, actor, ticketId, locked);
}

/** The lock, to be sent together with other statements. */
export function ticketLock(tx: Tx, actor: Actor | null, ticketId: string): CompiledQuery {
  return lockStatement.query(tx, actor ? sightOf(actor) : "all", {
    ticketId,
    userId: actor?.id ?? null,
    companyIds: actor ? companiesSeenWhole(actor) : [],
  });
}

/** The ticket that `ticketLock` has locked. */
export async function lockedTicket(
  tx: Tx,
  actor: Actor | null,
  ticketId: string,
  locked: QueryResult<unknown> | undefined,
): Promise<LockedTicket> {
  let [found] = (locked?.rows ?? []) as FoundTicket[];
  // The ticket changed while this waited for its lock: tags and people were read before that.
  if (found && found.state.version !== found.seenVersion) {
    [found] = (await tx.executeQuery<FoundTicket>(ticketLock(tx, actor, ticketId))).rows;
  }
  if (!found) throw new AppError("not_found");
  return lockedOf(found);
}

/** Locks those of the tickets that are visible, in the one order of locks. */
export async function lockShownTickets(tx: Tx, ids: readonly string[]): Promise<LockedTicket[]> {
  const { rows } = await sql<{ id: string }>`
    select t.id from tickets t where t.id = any(${[...ids]}::uuid[]) and ${isShown({})}
    order by t.id for no key update of t`.execute(tx);
  return await readLockedTickets(
    tx,
    rows.map(({ id }) => id),
  );
}

/** Tickets that this transaction has locked already, in the order of the ids. */
export async function readLockedTickets(tx: Tx, ids: readonly string[]): Promise<LockedTicket[]> {
  const { rows } = await sql<TicketRowToLock>`
    select ${wholeTicket}
    from unnest(${[...ids]}::uuid[]) with ordinality as held(id, position)
      join tickets t on t.id = held.id
    order by held.position`.execute(tx);
  return rows.map(lockedOf);
}

function lockedOf({ id, number, state, tags, people }: TicketRowToLock): LockedTicket {
  const followers = people.filter((person) => person !== state.requesterId).sort();
  return { id, number, state: { ...state, tags: [...tags].sort(), followers } };
}

/** Everyone locks in the same order, so that two actions on one pair do not deadlock. */
export async function lockBothTickets(
  tx: Tx,
  actor: Actor,
  one: string,
  other: string,
): Promise<[LockedTicket, LockedTicket]> {
  const turned = other < one;
  const first = await lockTicket(tx, actor, turned ? other : one);
  const second = await lockTicket(tx, actor, turned ? one : other);
  return turned ? [second, first] : [first, second];
}

interface TicketRowToLock {
  id: string;
  number: number;
  state: Omit<TicketState, "tags" | "followers">;
  tags: string[];
  people: string[];
}

const wholeTicket = sql`
  t.id, t.number, ${stateOfTicket} as state,
  coalesce((
    select json_agg(tags.name) from ticket_tags join tags on tags.id = ticket_tags.tag_id
    where ticket_tags.ticket_id = t.id), '[]') as tags,
  (select json_agg(user_id) from ticket_people
    where ticket_id = t.id and user_id is not null) as people`;

interface FoundTicket extends TicketRowToLock {
  seenVersion: number;
}

const lockStatement = keepStatement<
  Sight,
  { ticketId: string; userId: string | null; companyIds: readonly string[] },
  FoundTicket
>((sight, slot) => {
  const scope = { sight, userId: slot("userId"), companyIds: slot("companyIds") };
  return sql`
    select ${wholeTicket},
      (select version from tickets where id = ${slot("ticketId")}::uuid) as "seenVersion"
    from tickets t
    where t.id = ${slot("ticketId")}::uuid and ${isSeen(scope)}
    for no key update of t`;
});

/**
 * Changes of these people's rights wait until the transaction ends. People are locked before
 * tickets everywhere, to prevent deadlocks.
 */
export async function lockPeople(tx: Tx, ids: readonly string[]): Promise<void> {
  await sendTogether(tx, peopleLock(tx, ids));
}

/** The lock, to be sent together with other statements: one statement, however many people there are, or none. */
export function peopleLock(tx: Tx, ids: readonly string[]): CompiledQuery[] {
  if (ids.length === 0) return [];
  const list = uuidList([...new Set(ids)]);
  return [sql`select from users where id = any(${list}) order by id for share`.compile(tx)];
}

/** Locks the actor before anyone else: written rows reference them and wait for their row. */
export async function lockActing(tx: Tx, id: string): Promise<void> {
  await sql`select from users where id = ${id}::uuid for key share`.execute(tx);
}

/** Participants of these tickets, and `others`, keep their rights until the transaction ends. */
export async function lockParticipants(
  tx: Tx,
  ticketIds: readonly string[],
  others: readonly string[] = [],
): Promise<void> {
  if (ticketIds.length === 0) return;
  await lockPeople(tx, [...(await participantIds(tx, ticketIds)), ...others]);
}

/** The participants, without locking them. */
export async function participantIds(tx: Tx, ticketIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select assignee_id as id from tickets
    where id = any(${[...ticketIds]}::uuid[]) and assignee_id is not null
    union
    select user_id from ticket_people
    where ticket_id = any(${[...ticketIds]}::uuid[]) and user_id is not null`.execute(tx);
  return rows.map(({ id }) => id);
}

/**
 * Of a row of `acts`: the people who get their part back if it is undone, the assignee if the
 * ticket may open again, and all participants if it moved to another company.
 */
export const peopleReturning = sql<string[]>`array_remove(array(
  select acts.made #>> '{undo,before,assigneeId}'
  union
  select acts.made #>> '{undo,before,requesterId}'
  union
  select follower from ticket_events event
    cross join lateral jsonb_array_elements_text(event.data -> 'removed') as follower
  where event.ticket_id = (acts.made ->> 'ticketId')::uuid and event.act_id = acts.id
    and event.kind = 'followers'
  union
  select assignee_id::text from tickets
  where id = (acts.made ->> 'ticketId')::uuid and acts.made #> '{undo,before}' ? 'status'
  union
  select part.id::text from tickets t cross join lateral (
    select t.assignee_id union select user_id from ticket_people
    where ticket_id = t.id and user_id is not null) as part (id)
  where t.id = (acts.made ->> 'ticketId')::uuid and acts.made #> '{undo,before}' ? 'companyId'
  ), null)`;
