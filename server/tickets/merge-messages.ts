import { sql } from "kysely";
import type { Tx } from "../db/database.ts";
import { carryMentions, carryReadMarks } from "./read-marks.ts";
import { homesOf } from "./homes.ts";

interface BroughtOver {
  /** Whether anything of it is public, as of what is brought home. */
  publicly: boolean;
  /** What a split had brought to the source: its home is elsewhere. */
  broughtAlong: string[];
  /** What a split had brought from the source to the target: it was not moved. */
  thereBefore: string[];
}

/** Moves what shows in the source; what an unmerge could not tell by homes alone is kept of it. */
export async function bringOver(tx: Tx, sourceId: string, targetId: string): Promise<BroughtOver> {
  const { rows } = await sql<BroughtOver>`
    with recursive ${homesOf(sourceId)},
    carried as (${carryReadMarks(sourceId, targetId)}),
    moved as (
      update messages set ticket_id = ${targetId} where ticket_id = ${sourceId}
      returning id, home_ticket_id, released_at is not null as "isPublic"
    )
    select coalesce((select bool_or("isPublic") from moved), false) as publicly,
      array(select id from moved where home_ticket_id not in (select id from homes))
        as "broughtAlong",
      array(select id from messages
        where ticket_id = ${targetId} and home_ticket_id in (select id from homes)
      ) as "thereBefore"`.execute(tx);
  const [brought] = rows;
  if (!brought) throw new Error("A merge says what it moved");
  return brought;
}

interface StoredMerge {
  act_id: string;
  source_id: string;
  target_id: string;
  brought_along: string[];
  there_before: string[];
}

/**
 * What was written in the source, or in whatever had been merged into it before, unless a split had moved it
 * first, and what one had brought there. The notes that the merge left on both go with it: what they say is
 * not so any more, and stands in the events.
 */
export async function bringHome(tx: Tx, merge: StoredMerge): Promise<boolean> {
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
