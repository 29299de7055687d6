import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../db/database.ts";
import { homesOf } from "./homes.ts";
import { takeTurnsToLink } from "./links.ts";

interface Ends {
  sourceId: string;
  targetId: string;
}

/**
 * Points the source at its target, where its links show from then on, each once; every end that moves keeps
 * where it was made. What both have, or have with each other, stays behind.
 */
export async function leadTo(tx: Tx, ends: Ends): Promise<void> {
  const { sourceId, targetId } = ends;
  await takeTurnsToLink(tx, sql`id in (${sourceId}, ${targetId})`);
  await sql`
    with ${carryLinks(ends)}
    update tickets set merged_into_id = ${targetId} where id = ${sourceId}`.execute(tx);
}

/** Takes that back: the links that were made in the source, or came to it before, go home. */
export async function leadBack(tx: Tx, ends: Ends): Promise<void> {
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

/** Of two that are related the smaller id stands first. Pages of tickets at the other ends are told. */
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
      insert into live_events (id, topic, subject_id, number, version, audience, company_ids)
      select gen_random_uuid(), 'ticket', id, number, version, 'staff',
        array_remove(array[company_id], null)
      from tickets
      where id in (select ticket_id from moving union select other_id from moving)
        and id not in (${sourceId}, ${targetId})
    )`;
}
