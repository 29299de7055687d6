import { type RawBuilder, sql } from "kysely";
import { AppError } from "../../shared/errors.ts";
import type { Tx } from "../db/database.ts";
import type { ActorDeps } from "./actor.ts";
import { isSeen, type Scope, type Sight, scopeOf, withSpam } from "./scope.ts";
import { transact } from "./transact.ts";

interface Marked {
  /** How many notifications were unread. */
  bell: number;
  /** Whether lists showed the ticket as unread. */
  wasUnread: boolean;
}

/** Marks the ticket and its notifications as read. */
export function markTicketRead(deps: ActorDeps, ticketId: string): Promise<Marked> {
  return transact(deps, (tx, deps) => mark(tx, deps, ticketId));
}

async function mark(tx: Tx, { actor, now }: ActorDeps, ticketId: string): Promise<Marked> {
  const scope = withSpam(scopeOf(actor));
  const userId = sql`${actor.id}::uuid`;
  const { rows } = await sql<Marked>`
    with recursive seen as (
      select t.id, ${latestOf(scope.sight)} as latest, ${isUnread(scope.sight, userId)} as unread
      from tickets t ${joinReadMark(userId)} where t.id = ${ticketId}::uuid and ${isSeen(scope)}
    ),
    marked as (
      insert into ticket_reads (user_id, ticket_id, seen_at)
      select ${userId}, id, latest from seen
      on conflict (user_id, ticket_id) do update
        set seen_at = greatest(ticket_reads.seen_at, excluded.seen_at), kept_unread = false
    ),
    ${hearOf("seen", userId, now)},
    told as (
      insert into live_events (id, topic, audience, people_ids)
      select ${Bun.randomUUIDv7()}::uuid, 'notifications', 'person', ${[actor.id]}::uuid[]
      where exists (select from heard)
    )
    select (select count(*) from heard)::int as bell, unread as "wasUnread" from seen`.execute(tx);
  const [found] = rows;
  if (!found) throw new AppError("not_found");
  return found;
}

/**
 * Marks notifications of tickets as read, as parts of a `with`: also those of tickets merged into
 * them, and of messages where they appear now.
 */
function hearOf(tickets: string, userId: RawBuilder<unknown>, now: Date): RawBuilder<unknown> {
  const unread = sql`line.user_id = ${userId} and line.read_at is null`;
  return sql`
    told_of (id, shown_in) as (
      select id, id from ${sql.raw(tickets)}
      union
      select t.id, told_of.shown_in from tickets t join told_of on t.merged_into_id = told_of.id
    ),
    heard as (
      update notifications set read_at = ${now}::timestamptz
      where id in (
        select line.id from told_of join notifications line on line.ticket_id = told_of.id
          left join messages m on m.id = line.message_id
        where ${unread} and coalesce(m.ticket_id, told_of.shown_in) = told_of.shown_in
        union
        select line.id from notifications line join messages m on m.id = line.message_id
          join ${sql.raw(tickets)} ticket on ticket.id = m.ticket_id
        where ${unread})
      returning user_id
    )`;
}

/**
 * Marks tickets as read or unread. Returns the ids that changed, so that Undo leaves the others
 * alone.
 */
export function setReadMarks(
  deps: ActorDeps,
  input: { ids: readonly string[]; unread: boolean },
): Promise<{ ids: string[] }> {
  return transact(deps, (tx, deps) => setMarks(tx, deps, input));
}

async function setMarks(
  tx: Tx,
  { actor, now }: ActorDeps,
  { ids, unread }: { ids: readonly string[]; unread: boolean },
): Promise<{ ids: string[] }> {
  const scope = withSpam(scopeOf(actor));
  const userId = sql`${actor.id}::uuid`;
  const seenAt = unread ? sql`null::timestamptz` : latestOf(scope.sight);
  const { rows } = await sql<{ found: number; ids: string[] }>`
    with recursive seen as (
      select t.id, ${isUnread(scope.sight, userId)} as unread, ${seenAt} as seen_at
      from tickets t ${joinReadMark(userId)}
      where t.id = any(${[...ids]}::uuid[]) and ${isSeen(scope)}
    ),
    due as (select id, seen_at from seen where unread <> ${unread}),
    marked as (
      insert into ticket_reads (user_id, ticket_id, seen_at, kept_unread)
      select ${userId}, id, seen_at, ${unread} from due
      on conflict (user_id, ticket_id) do update
        set seen_at = greatest(ticket_reads.seen_at, excluded.seen_at),
          kept_unread = excluded.kept_unread
    ),
    looked_at as (select id from due where not ${unread}),
    ${hearOf("looked_at", userId, now)},
    told as (
      insert into live_events (id, topic, audience, people_ids)
      select ${Bun.randomUUIDv7()}::uuid, 'notifications', 'person', ${[actor.id]}::uuid[]
      where exists (select from due)
    )
    select (select count(*) from seen)::int as found,
      (select coalesce(json_agg(id), '[]') from due) as ids`.execute(tx);
  const [found] = rows;
  if (!found || found.found === 0) throw new AppError("not_found");
  return { ids: found.ids };
}

/**
 * Whether the ticket `t` has changes by others since the reader last looked, or was marked unread.
 * Only for tickets that concern the reader; for Customers only public changes count.
 */
export function isUnread(sight: Sight, userId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`(coalesce(mark.kept_unread, false) or (
    (t.assignee_id is not distinct from ${userId}::uuid or coalesce(mark.mentioned, false)
      -- By key: for "exists" Postgres would first list all tickets of the reader.
      or coalesce((
        select true from ticket_people person
        where person.ticket_id = t.id and person.user_id = ${userId}::uuid), false))
    and exists (
      select from messages m
      where m.ticket_id = t.id and ${cameAt(sight)} > coalesce(mark.seen_at, '-infinity')
        and m.author_id <> ${userId}::uuid and m.redacted_at is null)))`;
}

/** The few tickets that can be unread for the reader, each found by an index. */
export function whatConcerns(userId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select id from tickets where assignee_id = ${userId}::uuid
    union select ticket_id from ticket_people where user_id = ${userId}::uuid
    union select ticket_id from ticket_reads
      where user_id = ${userId}::uuid and (mentioned or kept_unread)`;
}

/**
 * The first unread message of the ticket `it`; null if the reader has never seen the ticket, or all
 * of it.
 */
export function firstUnread({ sight, userId }: Scope): RawBuilder<unknown> {
  return sql`(
    select m.id from ticket_reads mark join messages m on m.ticket_id = mark.ticket_id
    where mark.user_id = ${userId}::uuid and mark.ticket_id = it.id
      and ${cameAt(sight)} > mark.seen_at
      and m.author_id <> ${userId}::uuid and m.redacted_at is null
    order by ${cameAt(sight)}, m.id limit 1)`;
}

/**
 * The time up to which a reader of the ticket `t` has now seen it: later than all its changes so
 * far, whatever the clocks of servers say.
 */
function latestOf(sight: Sight): RawBuilder<Date> {
  return sql`coalesce(
    (select max(${cameAt(sight)}) from messages m where m.ticket_id = t.id), t.created_at)`;
}

/**
 * On a merge: people who have read both tickets have read the target, and mentions and unread marks
 * move along.
 */
export function carryReadMarks(sourceId: string, targetId: string): RawBuilder<unknown> {
  const cameToThem = sql`case when reader.role = 'Customer' then m.released_at else m.created_at end`;
  return sql`
    insert into ticket_reads (user_id, ticket_id, seen_at, mentioned, kept_unread)
    select reader.id, ${targetId}::uuid, case when mark.user_id is not null and not exists (
        select from messages m
        where m.author_id <> reader.id and m.redacted_at is null
          and (m.ticket_id = mark.ticket_id and ${cameToThem} > coalesce(mark.seen_at, '-infinity')
            or m.ticket_id = other.ticket_id and ${cameToThem} > coalesce(other.seen_at, '-infinity'))
      ) then other.seen_at end, other.mentioned, other.kept_unread
    from ticket_reads other join users reader on reader.id = other.user_id
      left join ticket_reads mark
        on mark.user_id = other.user_id and mark.ticket_id = ${targetId}::uuid
    where other.ticket_id = ${sourceId}::uuid
      and (mark.user_id is not null or other.mentioned or other.kept_unread)
    on conflict (user_id, ticket_id) do update set
      seen_at = greatest(ticket_reads.seen_at, excluded.seen_at),
      mentioned = ticket_reads.mentioned or excluded.mentioned,
      kept_unread = ticket_reads.kept_unread or excluded.kept_unread`;
}

/** Moves mentions along with the messages in `moved`. */
export function carryMentions(moved: string, fromId: string, toId: string): RawBuilder<unknown> {
  return sql`
    insert into ticket_reads (user_id, ticket_id, seen_at, mentioned)
    select distinct mention.user_id, ${toId}::uuid, mark.seen_at, true
    from ${sql.ref(moved)} moved join message_mentions mention on mention.message_id = moved.id
      left join ticket_reads mark
        on mark.user_id = mention.user_id and mark.ticket_id = ${fromId}::uuid
    on conflict (user_id, ticket_id) do update set
      seen_at = greatest(ticket_reads.seen_at, excluded.seen_at), mentioned = true`;
}

/** A Customer sees a message once it is released, and never a note. */
function cameAt(sight: Sight): RawBuilder<unknown> {
  return sight === "own" ? sql`m.released_at` : sql`m.created_at`;
}

/** The columns of the reader's mark that `isUnread` needs. */
export function joinReadMark(userId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    left join lateral (
      select seen_at, mentioned, kept_unread from ticket_reads
      where user_id = ${userId}::uuid and ticket_id = t.id limit 1
    ) mark on true`;
}
