import { Kysely, sql } from "kysely";
import { bareTables, tablesAround } from "../../server/db/bare-tables.ts";
import { createDialect } from "../../server/db/connection/dialect.ts";
import { createPool } from "../../server/db/connection/pool.ts";
import { type Database, openClient, openDatabase, type Tx } from "../../server/db/database.ts";
import { amongOthers, lockTables } from "../../server/db/lock-tables.ts";
import { insertReads } from "../../server/demo/load-demo.ts";
import type { BulkOptions } from "./insert-slices.ts";
import { insertSlices, type Loader } from "./insert-slices.ts";

/**
 * Loads tickets with messages, events and the word index, all or nothing. A slice is freed once it
 * is inserted, so a million tickets take no more memory than a thousand. The tables are locked until
 * the end; only their owner can load.
 */
export async function loadBulk(ownerUrl: string, options: BulkOptions): Promise<void> {
  const client = openClient({ url: ownerUrl, deadlineMs });
  const pool = createPool({ size: 1, waitMs: deadlineMs, open: () => client });
  const owner = new Kysely<Database>({ dialect: createDialect(pool) });
  try {
    await amongOthers((waitMs) =>
      owner.transaction().execute(async (tx) => {
        await lockTables(tx, tablesAround(tables), waitMs);
        await load({ tx, client }, options);
      }),
    );
  } finally {
    await owner.destroy();
  }
  await tidy(ownerUrl);
}

const deadlineMs = 60 * 60_000;

const roomToWork = [
  "maintenance_work_mem = '512MB'",
  "max_parallel_maintenance_workers = 2",
  "work_mem = '128MB'",
  "idle_in_transaction_session_timeout = 0",
];

async function load(loader: Loader, options: BulkOptions): Promise<void> {
  const { tx } = loader;
  for (const setting of roomToWork) await sql.raw(`set local ${setting}`).execute(tx);
  const restore = await bareTables(tx, tables, { unkeyed: poured });
  await follow(tx, false);
  await insertSlices(loader, options);
  await follow(tx, true);
  await insertReads(tx, options.now);
  await restore(options.indexing ?? (() => {}));
  await sql`select gather_reopenings()`.execute(tx);
}

/** Statistics and visibility for the new rows, two tables at a time. */
async function tidy(ownerUrl: string): Promise<void> {
  const owner = openDatabase({ url: ownerUrl, size: 2, deadlineMs, waitMs: deadlineMs });
  try {
    await Promise.all(
      [...tables, ...others].map((table) => sql.raw(`vacuum (analyze) ${table}`).execute(owner)),
    );
  } finally {
    await owner.destroy();
  }
}

/** The tables that only get new rows. */
const poured = [
  "ticket_search",
  "ticket_events",
  "messages",
  "tickets",
  "status_spans",
  "ticket_people",
  "ticket_tags",
  "ticket_reads",
];
const tables = [...poured, "users", "user_companies"];
/** Tables that change because of them. */
const others = ["companies", "search_words", "search_spellings", "notifications", "reopenings"];

/**
 * The rows come with their search words, tag numbers and latest messages, and reopenings are gathered
 * at the end: the triggers that would do so row by row are off.
 */
async function follow(tx: Tx, on: boolean): Promise<void> {
  const { rows } = await sql<{ table: string; name: string }>`
    select tgrelid::regclass::text as table, tgname as name from pg_trigger
    where not tgisinternal and tgname ~ '^(search|reopenings|tags|latest)_'
      and tgrelid = any(${tables}::text[]::regclass[])`.execute(tx);
  for (const { table, name } of rows) {
    await sql.raw(`alter table ${table} ${on ? "enable" : "disable"} trigger ${name}`).execute(tx);
  }
}
