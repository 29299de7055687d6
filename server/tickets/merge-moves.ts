import { type RawBuilder, sql } from "kysely";
import type { Instant } from "../../shared/tickets/state.ts";
import { carryMentions, carryReadMarks } from "../access/read-marks.ts";
import { isStaffMessage } from "../access/scope.ts";
import type { Tx } from "../db/database.ts";
import { isoTime } from "../db/iso-time.ts";
import { lockLinks } from "./links.ts";

interface Ends {
  sourceId: string;
  targetId: string;
}

/**
 * Redirects the source to its target and moves its links there, each once. An end that moves keeps
 * its home. Links that both have, or have with each other, stay.
 */
export async function redirectTicket(tx: Tx, ends: Ends): Promise<void> {
  const { sourceId, targetId } = ends;
  await lockLinks(tx, sql`id in (${sourceId}, ${targetId})`);
  await sql`
    with ${carryLinks(ends)}
    update tickets set merged_into_id = ${targetId} where id = ${sourceId}`.execute(tx);
}

/** Undoes that: links made in the source, or moved to it earlier, return to it. */
export async function redirectBack(tx: Tx, ends: Ends): Promise<void> {
  await sql`
    with ${bringLinksHome(ends)}
    update tickets set merged_into_id = null where id = ${ends.sourceId}`.execute(tx);
}

function carryLinks(ends: Ends): RawBuilder<unknown> {
  const { sourceId, targetId } = ends;
  const isSource = (end: RawBuilder<unknown>) => sql`${end} = ${sourceId}::uuid`;
  const endOf = (end: RawBuilder<unknown>, home: RawBuilder<unknown>) => ({
    at: sql`case when ${isSource(end)} then ${targetId}::uuid else ${end} end`,
    home: sql`case when ${isSource(end)} then coalesce(${home}, ${end}) else ${home} end`,
  });
  const which = sql`${isSource(sql`ticket_id`)} or ${isSource(sql`other_id`)}`;
  return moveLinks(ends, which, [
    endOf(sql`ticket_id`, sql`ticket_home_id`),
    endOf(sql`other_id`, sql`other_home_id`),
  ]);
}

function bringLinksHome(ends: Ends): RawBuilder<unknown> {
  const { sourceId, targetId } = ends;
  const isOurs = (end: RawBuilder<unknown>, home: RawBuilder<unknown>) =>
    sql`(${end} = ${targetId}::uuid and ${home} in (select id from homes))`;
  const endOf = (end: RawBuilder<unknown>, home: RawBuilder<unknown>) => ({
    at: sql`case when ${isOurs(end, home)} then ${sourceId}::uuid else ${end} end`,
    home: sql`case when ${isOurs(end, home)} then nullif(${home}, ${sourceId}::uuid) else ${home} end`,
  });
  const [one, other] = [
    [sql`ticket_id`, sql`ticket_home_id`],
    [sql`other_id`, sql`other_home_id`],
  ] as const;
  return sql`
    recursive ${homesOf(sourceId)},
    ${moveLinks(ends, sql`${isOurs(...one)} or ${isOurs(...other)}`, [endOf(...one), endOf(...other)])}`;
}

interface End {
  at: RawBuilder<unknown>;
  home: RawBuilder<unknown>;
}

/**
 * Of two related tickets the smaller id comes first. Pages of tickets at the other ends are
 * updated.
 */
function moveLinks(
  { sourceId, targetId }: Ends,
  which: RawBuilder<unknown>,
  [one, other]: [End, End],
): RawBuilder<unknown> {
  return sql`
    moving as (
      select id, kind, ticket_id, other_id, ${one.at} as one, ${one.home} as one_home,
        ${other.at} as other, ${other.home} as other_home
      from ticket_links where ${which}
    ),
    placed as (
      select id, kind,
        case when turns then other else one end as ticket_id,
        case when turns then other_home else one_home end as ticket_home_id,
        case when turns then one else other end as other_id,
        case when turns then one_home else other_home end as other_home_id
      from moving, lateral (select kind = 'related' and one > other as turns) which
      where one <> other
    ),
    moved as (
      update ticket_links link
      set ticket_id = placed.ticket_id, ticket_home_id = placed.ticket_home_id,
        other_id = placed.other_id, other_home_id = placed.other_home_id
      from placed
      where link.id = placed.id and not exists (
        select from ticket_links twin
        where twin.ticket_id = placed.ticket_id and twin.other_id = placed.other_id
          and twin.kind = placed.kind and twin.id <> placed.id)
    ),
    told as (
      insert into live_events (id, topic, subject_id, number, audience, company_ids)
      select gen_random_uuid(), 'ticket', id, number, 'staff',
        array_remove(array[company_id], null)
      from tickets
      where id in (select ticket_id from moving union select other_id from moving)
        and id not in (${sourceId}, ${targetId})
    )`;
}

/** `homes`, after `with recursive`: the ticket and all tickets merged into it. */
function homesOf(ticketId: string): RawBuilder<unknown> {
  return sql`homes(id) as (
      select ${ticketId}::uuid
      union
      select t.id from tickets t join homes on t.merged_into_id = homes.id
    )`;
}

interface BroughtOver {
  /** Whether any moved message is public. */
  publicly: boolean;
  /** The first moved customer message that no later reply by staff answers, in either ticket. */
  heardSince: Instant | null;
  /** Messages that a split had moved to the source: their home is elsewhere. */
  broughtAlong: string[];
  /** Messages that a split had moved from the source to the target before. */
  thereBefore: string[];
}

/**
 * Moves the messages shown in the source, and records what an unmerge cannot derive from homes
 * alone.
 */
export async function moveMessagesOver(
  tx: Tx,
  sourceId: string,
  targetId: string,
): Promise<BroughtOver> {
  const { rows } = await sql<BroughtOver>`
    with recursive ${homesOf(sourceId)},
    carried as (${carryReadMarks(sourceId, targetId)}),
    moved as (
      update messages set ticket_id = ${targetId} where ticket_id = ${sourceId}
      returning id, home_ticket_id, released_at is not null as "isPublic"
    )
    select coalesce((select bool_or("isPublic") from moved), false) as publicly,
      (select ${isoTime(sql`min(m.released_at)`)} from messages m
        where m.ticket_id = ${sourceId} and ${unansweredIn(sql`array[${sourceId}::uuid, ${targetId}::uuid]`)}) as "heardSince",
      array(select id from moved where home_ticket_id not in (select id from homes))
        as "broughtAlong",
      array(select id from messages
        where ticket_id = ${targetId} and home_ticket_id in (select id from homes)
      ) as "thereBefore"`.execute(tx);
  const [brought] = rows;
  if (!brought) throw new Error("A merge says what it moved");
  return brought;
}

/** Of the messages `m`: those by customers since the last reply by staff in any of these tickets. */
export function unansweredIn(ticketIds: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(m.released_at is not null and not ${isStaffMessage}
    and m.released_at >= coalesce((
      select max(reply.created_at) from messages reply
      where reply.ticket_id = any(${ticketIds}) and reply.released_at is not null
        and reply.release_at <> reply.created_at), '-infinity'))`;
}

interface StoredMerge {
  act_id: string;
  source_id: string;
  target_id: string;
  brought_along: string[];
  there_before: string[];
}

/**
 * Moves messages back whose home is the source or a ticket merged into it, and those a split had
 * moved there, but none that a split had moved to the target. The merge's notes on both tickets are
 * deleted: they are no longer true, and the events remain.
 */
export async function moveMessagesBack(tx: Tx, merge: StoredMerge): Promise<boolean> {
  const { source_id: sourceId, target_id: targetId } = merge;
  const { rows } = await sql<{ isPublic: boolean }>`
    with recursive ${homesOf(sourceId)},
    moved as (
      update messages set ticket_id = ${sourceId}
      where ticket_id = ${targetId}
        and (home_ticket_id in (select id from homes) or id = any(${merge.brought_along}::uuid[]))
        and id <> all(${merge.there_before}::uuid[])
      returning id, released_at is not null as "isPublic"
    ),
    named as (${carryMentions("moved", targetId, sourceId)}),
    gone as (
      delete from messages where act_id = ${merge.act_id} and kind = 'note'
        and ticket_id in (${sourceId}, ${targetId}) and home_ticket_id = ticket_id
    )
    select "isPublic" from moved`.execute(tx);
  return rows.some(({ isPublic }) => isPublic);
}
