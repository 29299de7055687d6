import { sql } from "kysely";
import type { SearchLanguage, SearchRebuild } from "../../shared/desk.ts";
import { refuseInput } from "../../shared/errors.ts";
import type { Db, Tx } from "../db/database.ts";
import { rebuildTickets } from "./indexer.ts";

/**
 * New text is indexed in the other language from now on, and all tickets are indexed again, newest
 * first. Until that is done a search matches the words of both languages, so until then the change
 * can be reverted, but not be followed by a third language.
 */
export async function changeLanguage(
  tx: Tx,
  { now, from }: { now: Date; from: SearchLanguage },
  to: SearchLanguage,
): Promise<void> {
  const running = await readRebuild(tx);
  if (running && running.languageBefore !== to) {
    const message = "The previous change of language is still running. Wait until it is done.";
    throw refuseInput("language", message);
  }
  await sql`select speak_in_search(${to}, ${from})`.execute(tx);
  await sql`
    insert into search_rebuild (language_before, started_at) values (${from}, ${now}::timestamptz)
    on conflict (only_one) do update set language_before = excluded.language_before,
      started_at = excluded.started_at, ended_at = null, mark = null, total = null, done = 0
  `.execute(tx);
}

/** The progress of a change of language, if one is running. */
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
  /** Tickets that cannot be indexed together go to the queue, which finds out which one fails. */
  alone: boolean;
  atMost: number;
}

/** Indexes the next tickets again; returns how many, or null where no language is being changed. */
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
