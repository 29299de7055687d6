import { sql } from "kysely";
import type { SearchLanguage, SearchRebuild } from "../../shared/desk.ts";
import { refuseInput } from "../../shared/errors.ts";
import type { Db, Tx } from "../db/database.ts";
import { rebuildTickets } from "./rebuild.ts";

/**
 * From here on words are read in the other language, and every ticket is read anew from the newest
 * to the oldest. Until that is done, words are looked for as both languages have them: so while it
 * goes on, one may go back to the language before, but not on to a third.
 */
export async function changeLanguage(
  tx: Tx,
  { now, from }: { now: Date; from: SearchLanguage },
  to: SearchLanguage,
): Promise<void> {
  const running = await readRebuild(tx);
  if (running && running.languageBefore !== to) {
    const message =
      "The search is still being changed to the language before. Wait until that is done.";
    throw refuseInput("language", message);
  }
  await sql`select speak_in_search(${to}, ${from})`.execute(tx);
  await sql`
    insert into search_rebuild (language_before, started_at) values (${from}, ${now}::timestamptz)
    on conflict (only_one) do update set language_before = excluded.language_before,
      started_at = excluded.started_at, ended_at = null, mark = null, total = null, done = 0
  `.execute(tx);
}

/** How far it is; null where nothing is read anew. */
export async function readRebuild(db: Db): Promise<SearchRebuild | null> {
  const row = await db
    .selectFrom("search_rebuild")
    .select(["total", "done", "language_before"])
    .where("ended_at", "is", null)
    .executeTakeFirst();
  return row
    ? {
        total: row.total,
        done: row.done,
        languageBefore: row.language_before as SearchLanguage,
      }
    : null;
}

interface RebuildSlice {
  tx: Tx;
  /** What cannot be read together is left to the queue, which finds out which ticket it is. */
  alone: boolean;
  atMost: number;
}

/** Reads the next tickets anew; how many, or null where no change of language is under way. */
export async function rebuildSlice({ tx, alone, atMost }: RebuildSlice): Promise<number | null> {
  const state = await tx
    .selectFrom("search_rebuild")
    .select(["mark", "total"])
    .where("ended_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
  if (!state) return null;
  const rows = await tx
    .selectFrom("tickets")
    .select("id")
    .$if(state.mark !== null, (query) => query.where("id", "<", state.mark ?? ""))
    .orderBy("id", "desc")
    .limit(atMost)
    .execute();
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0 && alone) {
    await sql`insert into ticket_search_queue (ticket_id) select unnest(${ids}::uuid[])`.execute(
      tx,
    );
  } else if (ids.length > 0) await rebuildTickets(tx, ids);
  const mark = ids.at(-1) ?? state.mark;
  await sql`
    update search_rebuild set mark = ${mark}::uuid, done = done + ${ids.length},
      total = coalesce(total, (select count(*) from tickets)),
      ended_at = case when ${ids.length < atMost} then clock_timestamp() end`.execute(tx);
  return ids.length;
}
