import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type RawBuilder, sql } from "kysely";
import { derivedTables, leftOut } from "../../server/backup/desk-copy.ts";
import { readConfig } from "../../server/config.ts";
import type { Db } from "../../server/db/database.ts";
import { loadDemo } from "../../server/demo/load-demo.ts";
import { createFileStore, type FileStore } from "../../server/files/store.ts";
import { createLog } from "../../server/log.ts";
import { indexSome } from "../../server/search/worker.ts";

/** A folder for one test's backups and attachments. */
export async function makeScratch(): Promise<{ folder: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), "frontdesk-copies-"));
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

export function storeIn(dataDir: string): FileStore {
  return createFileStore(
    { ...readConfig({}), dataDir },
    createLog("error", () => {}),
  );
}

/** The demo, with attachments, all of it read for the search. */
export async function fillDesk(db: Db, files: FileStore): Promise<void> {
  await loadDemo(db, { now: new Date(), passwordHash: "a hash", files });
  // A server's own worker may be at it.
  while (await db.selectFrom("ticket_search_queue").select("id").limit(1).executeTakeFirst()) {
    if ((await indexSome(db, 1000)) === 0) await Bun.sleep(20);
  }
}

/** Every row of every table that a copy carries, generated columns included, in any order. */
export async function allRows(db: Db): Promise<Record<string, string[]>> {
  const names = await tableNames(db);
  const found: Record<string, string[]> = {};
  const derived = new Set(derivedTables);
  for (const name of names.filter((table) => !(table in leftOut) && !derived.has(table))) {
    found[name] = await texts(
      db,
      // The time of the last backup is of one place.
      name === "desk"
        ? sql`select (to_jsonb(t) - 'backed_up_at')::text as text from desk t`
        : sql`select t::text as text from ${sql.table(name)} t`,
    );
  }
  return found;
}

/** Indexes, constraints, active triggers, and the position of each sequence. */
export async function shapeOf(db: Db): Promise<Record<string, string[]>> {
  const schema = sql`current_schema()::regnamespace`;
  return {
    indexes: await texts(
      db,
      sql`select indexdef as text from pg_indexes where schemaname = current_schema()`,
    ),
    constraints: await texts(
      db,
      sql`select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid)
        || convalidated as text from pg_constraint where connamespace = ${schema}`,
    ),
    triggers: await texts(
      db,
      sql`select pg_get_triggerdef(t.oid) || t.tgenabled::text as text from pg_trigger t
        join pg_class c on c.oid = t.tgrelid and c.relnamespace = ${schema}
        where not t.tgisinternal`,
    ),
    sequences: await texts(
      db,
      sql`select sequencename || ' ' || coalesce(last_value, 0) as text from pg_sequences
        where schemaname = current_schema() and sequencename <> 'ticket_search_queue_id_seq'`,
    ),
    rights: await texts(
      db,
      sql`select c.relname || ' ' || (a).privilege_type as text
        from pg_class c, aclexplode(c.relacl) a
        where c.relnamespace = ${schema} and (a).grantee = 'frontdesk_app'::regrole`,
    ),
  };
}

/** What is found by which words. */
export async function searchOf(db: Db): Promise<string[]> {
  return await texts(
    db,
    sql`select ticket_id || ' ' || head || ' ' || public || ' ' || staff as text from ticket_search
      union all select lexeme || ' ' || in_head || ' ' || in_public || ' ' || in_staff
      from search_words where in_staff > 0 or in_head > 0`,
  );
}

export async function tableNames(db: Db): Promise<string[]> {
  return await texts(
    db,
    sql`select tablename as text from pg_tables where schemaname = current_schema()`,
  );
}

async function texts(db: Db, query: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await query.execute(db);
  return (rows as { text: string }[]).map(({ text }) => text).sort();
}
