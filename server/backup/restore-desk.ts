import { sql } from "kysely";
import { bareTables } from "../db/bare-tables.ts";
import { withBaseline } from "../db/baseline.ts";
import { type Db, openDatabase, type Tx } from "../db/database.ts";
import { createMigrator, migrate, migrationFiles } from "../db/migrate.ts";
import { rebuildTickets } from "../search/indexer.ts";
import { StartError } from "../start-error.ts";
import type { CopiedTable, DeskCopy } from "./desk-copy.ts";
import { endWhatWasUnderWay } from "./end-what-was-under-way.ts";

interface Destination {
  ownerUrl: string;
  appRole: string | null;
}

interface RestoreOptions {
  now: Date;
  /** The desk moves, and nobody goes on with it where it was: what was under way goes on here. */
  goesOn: boolean;
}

const aDay = 24 * 60 * 60_000;

/**
 * Makes a copied desk in an empty database: whole, or not at all. The tables are made as they
 * were in it, filled, and then brought to this release.
 */
export async function restoreDesk(
  { ownerUrl, appRole }: Destination,
  desk: DeskCopy,
  { now, goesOn }: RestoreOptions,
): Promise<void> {
  const owner = openDatabase({ url: ownerUrl, size: 1, deadlineMs: aDay });
  try {
    await owner.transaction().execute(async (tx) => {
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
      await sql`set local maintenance_work_mem = '256MB'`.execute(tx);
      await sql`set local timezone = 'UTC'`.execute(tx);
      await assertEmpty(tx);
      await migrateAsIn(tx, desk);
      await fill(tx, desk);
      await setSequences(tx, desk);
      await migrateOn(tx);
      if (!goesOn) await endWhatWasUnderWay(tx, now);
      await readForSearch(tx);
    });
    await migrate(owner, appRole);
    await sql`analyze`.execute(owner);
  } finally {
    await owner.destroy();
  }
}

/** Before anything is copied. */
export async function assertEmptyPlace({ ownerUrl }: Destination): Promise<void> {
  const owner = openDatabase({ url: ownerUrl, size: 1 });
  try {
    await assertEmpty(owner);
  } finally {
    await owner.destroy();
  }
}

/** What is left of a demo that was emptied are the migrations' own two tables, which hold nothing. */
async function assertEmpty(db: Db | Tx): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'v', 'm', 'S')
      and relname not in ('kysely_migration', 'kysely_migration_lock')
    order by relname limit 1`.execute(db);
  if (rows.length === 0) return;
  throw new StartError(
    "This database is not empty: nothing was restored. Name an empty one by DATABASE_URL, or an empty folder by DATA_DIR.",
  );
}

async function migrateAsIn(tx: Tx, { migrations }: DeskCopy): Promise<void> {
  const all = await migrationFiles.getMigrations();
  const names = withBaseline(migrations, Object.keys(all));
  const then = Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name)));
  await run(tx, { getMigrations: async () => then });
}

async function migrateOn(tx: Tx): Promise<void> {
  await run(tx, migrationFiles);
}

async function run(tx: Tx, provider: typeof migrationFiles | MigrationsThen): Promise<void> {
  const { error } = await createMigrator(tx, provider).migrateToLatest();
  if (error) throw error;
}

type MigrationsThen = Pick<typeof migrationFiles, "getMigrations">;

/** No trigger follows what comes: its rows come too. Each key and index is built at the end, which
 * checks every row. */
async function fill(tx: Tx, desk: DeskCopy): Promise<void> {
  const names = desk.tables.map(({ name }) => name);
  const buildAnew = await bareTables(tx, names);
  await fireTriggers(tx, names, false);
  for (const table of desk.tables) await fillTable(tx, desk, table);
  await buildAnew(() => {});
  await fireTriggers(tx, names, true);
}

async function fireTriggers(tx: Tx, tables: string[], on: boolean): Promise<void> {
  for (const table of tables) {
    const change = sql.raw(on ? "enable" : "disable");
    await sql`alter table ${sql.table(table)} ${change} trigger user`.execute(tx);
  }
}

async function fillTable(tx: Tx, desk: DeskCopy, table: CopiedTable): Promise<void> {
  const into = sql.table(table.name);
  const types = await readTypes(tx, table.name);
  const columns = sql.join(table.columns.map((column) => sql.ref(column)));
  const texts = sql.join(table.columns.map((column) => sql`${sql.ref(column)} text`));
  const values = sql.join(
    table.columns.map((column) => sql`${sql.ref(column)}::${sql.raw(types.get(column) ?? "text")}`),
  );
  // The desk's own row and its keys, which the migrations made.
  await sql`delete from ${into}`.execute(tx);
  for await (const { lines, count } of desk.rows(table)) {
    const rows = `[${lines.replaceAll("\n", ",")}]`;
    const { numAffectedRows } = await sql`
      insert into ${into} (${columns}) overriding system value
      select ${values} from json_to_recordset(${rows}::text::json) as one (${texts})`.execute(tx);
    if (numAffectedRows !== BigInt(count)) throw new Error(`Rows of ${table.name} are missing`);
  }
}

async function readTypes(tx: Tx, table: string): Promise<Map<string, string>> {
  const { rows } = await sql<{ column: string; type: string }>`
    select attname as column, format_type(atttypid, atttypmod) as type from pg_attribute
    where attrelid = ${table}::text::regclass and attnum > 0 and not attisdropped`.execute(tx);
  return new Map(rows.map(({ column, type }) => [column, type]));
}

async function setSequences(tx: Tx, { sequences }: DeskCopy): Promise<void> {
  for (const { name, last } of sequences) {
    if (last === null) continue;
    await sql`select setval(${name}::text::regclass, ${last})`.execute(tx);
  }
}

/** In the desk's language, and with the endings of this Postgres. */
async function readForSearch(tx: Tx): Promise<void> {
  await sql`select speak_in_search(desk.language, desk.language) from desk`.execute(tx);
  await sql`delete from ticket_search_queue`.execute(tx);
  for (let last = "00000000-0000-0000-0000-000000000000"; ; ) {
    const { rows } = await sql<{ id: string }>`
      select id from tickets where id > ${last}::uuid order by id limit 1000`.execute(tx);
    const ids = rows.map(({ id }) => id);
    const end = ids.at(-1);
    if (!end) return;
    await rebuildTickets(tx, ids);
    last = end;
  }
}
