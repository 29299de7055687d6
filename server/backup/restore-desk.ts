import { Kysely, sql } from "kysely";
import type { TicketTemplate } from "../../shared/mails.ts";
import { bareTables } from "../db/bare-tables.ts";
import { withBaseline } from "../db/baseline.ts";
import type { Client } from "../db/connection/client.ts";
import { createDialect } from "../db/connection/dialect.ts";
import { createPool } from "../db/connection/pool.ts";
import { type Database, type Db, openClient, openDatabase, type Tx } from "../db/database.ts";
import { createMigrator, migrate, migrationFiles } from "../db/migrate.ts";
import { rebuildTickets } from "../search/indexer.ts";
import { StartError } from "../start-error.ts";
import { type CopiedTable, type DeskCopy, derivedTables } from "./desk-copy.ts";

interface Destination {
  ownerUrl: string;
  appRole: string | null;
}

interface RestoreOptions {
  now: Date;
  /** The desk is being moved and no longer used at its old place, so interrupted work continues here. */
  goesOn: boolean;
  /** The number of rows, for the progress. */
  total?: number;
  onProgress?: OnProgress;
}

const aDay = 24 * 60 * 60_000;

/** A part of the work that is done, from 0 to 1, and what is being done. */
type OnProgress = (share: number, words: string) => void;

/**
 * Restores a copied desk into an empty database, completely or not at all. The tables are created as they
 * were in the copy, filled, and then migrated to this release.
 */
export async function restoreDesk(
  { ownerUrl, appRole }: Destination,
  desk: DeskCopy,
  { now, goesOn, total = 0, onProgress = () => {} }: RestoreOptions,
): Promise<void> {
  const client = openClient({ url: ownerUrl, deadlineMs: aDay });
  const pool = createPool({ size: 1, waitMs: aDay, open: () => client });
  const owner = new Kysely<Database>({ dialect: createDialect(pool) });
  let done = 0;
  const onRows = (table: string, count: number) => {
    done += count;
    if (total > 0) onProgress(Math.min(1, done / total) * shareOfRows, `rows of ${table}`);
  };
  try {
    await owner.transaction().execute(async (tx) => {
      const pouring: Pouring = { tx, client, desk, onRows };
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
      await sql`set local maintenance_work_mem = '512MB'`.execute(tx);
      await sql`set local timezone = 'UTC'`.execute(tx);
      await assertEmpty(tx);
      await migrateAsIn(tx, desk);
      const own = desk.tables.filter(({ name }) => !derivedTables.includes(name));
      await fill(pouring, own, (share) =>
        onProgress(shareOfRows + share * (0.9 - shareOfRows), "indexes and keys"),
      );
      await setSequences(tx, desk);
      await migrateOn(tx);
      if (!goesOn) await endInterruptedWork(tx, now);
      onProgress(0.9, "the search index");
      await restoreSearch(pouring);
    });
    onProgress(0.97, "statistics");
    await migrate(owner, appRole);
    await sql`analyze`.execute(owner);
    onProgress(1, "done");
  } finally {
    await owner.destroy();
  }
}

/** About this share of the time is for the rows, the rest for indexes and keys. */
const shareOfRows = 0.6;

/** What is poured, and through which connection: COPY runs in its transaction. */
interface Pouring {
  tx: Tx;
  client: Client;
  desk: DeskCopy;
  onRows(table: string, count: number): void;
}

/** Checked before anything is copied. */
export async function assertEmptyPlace({ ownerUrl }: Destination): Promise<void> {
  const owner = openDatabase({ url: ownerUrl, size: 1 });
  try {
    await assertEmpty(owner);
  } finally {
    await owner.destroy();
  }
}

/** After a demo was emptied, only the migrations' two tables remain, which are empty. */
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

/**
 * Triggers are off: the rows they would write are in the copy, too. Keys and indexes are built at the end,
 * which checks every row.
 */
async function fill(
  pouring: Pouring,
  tables: readonly CopiedTable[],
  onBuilt: (share: number) => void,
): Promise<void> {
  const { tx } = pouring;
  const names = tables.map(({ name }) => name);
  const rebuildDatabase = await bareTables(tx, names, { unkeyed: names });
  await fireTriggers(tx, names, false);
  for (const table of tables) await fillTable(pouring, table);
  await rebuildDatabase(onBuilt);
  await fireTriggers(tx, names, true);
}

async function fireTriggers(tx: Tx, tables: string[], on: boolean): Promise<void> {
  for (const table of tables) {
    const change = sql.raw(on ? "enable" : "disable");
    await sql`alter table ${sql.table(table)} ${change} trigger user`.execute(tx);
  }
}

async function fillTable({ tx, client, desk, onRows }: Pouring, table: CopiedTable): Promise<void> {
  // The row of the desk and its keys, which the migrations inserted.
  await sql`delete from ${sql.table(table.name)}`.execute(tx);
  const columns = table.columns.map((column) => `"${column}"`).join(", ");
  const text = `copy "${table.name}" (${columns}) from stdin`;
  // The next rows are read and converted while Postgres takes the last.
  let taken = Promise.resolve();
  let count = 0;
  for await (const rows of desk.rows(table)) {
    const bytes = toCopyFormat(rows.lines, table.columns);
    await taken;
    taken = client.copy(text, bytes);
    // Reported when it is awaited.
    taken.catch(() => {});
    count += rows.count;
    onRows(table.name, rows.count);
  }
  await taken;
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.table(table.name)}`.execute(tx);
  if (rows[0]?.count !== count) throw new Error(`Rows of ${table.name} are missing`);
}

/** JSON lines with values in Postgres' text format, as COPY reads them. */
export function toCopyFormat(lines: string, columns: readonly string[]): Uint8Array {
  const rows = lines.split("\n").map((line) => {
    const row: Record<string, string | null> = JSON.parse(line);
    return columns.map((column) => escaped(row[column] ?? null)).join("\t");
  });
  return Buffer.from(`${rows.join("\n")}\n`);
}

function escaped(value: string | null): string {
  if (value === null) return "\\N";
  return /[\\\n\r\t]/.test(value)
    ? value.replace(/[\\\n\r\t]/g, (one) => escapes[one] ?? one)
    : value;
}

const escapes: Record<string, string> = { "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" };

async function setSequences(tx: Tx, { sequences }: DeskCopy): Promise<void> {
  for (const { name, last } of sequences) {
    if (last === null) continue;
    await sql`select setval(${name}::text::regclass, ${last})`.execute(tx);
  }
}

/** In the desk's language: as it was copied, or read again with this Postgres' dictionaries. */
async function restoreSearch(pouring: Pouring): Promise<void> {
  const { tx, desk } = pouring;
  await sql`select speak_in_search(desk.language, desk.language) from desk`.execute(tx);
  const derived = desk.tables.filter(({ name }) => derivedTables.includes(name));
  if (derived.length > 0 && (await isSameRelease(tx, desk))) {
    return await fill(pouring, derived, () => {});
  }
  const rebuildDatabase = await bareTables(tx, ["ticket_search"]);
  await readForSearch(tx);
  await rebuildDatabase(() => {});
}

async function isSameRelease(tx: Tx, { postgres, migrations }: DeskCopy): Promise<boolean> {
  const { rows } = await sql<{ version: string }>`
    select current_setting('server_version') as version`.execute(tx);
  const known = Object.keys(await migrationFiles.getMigrations());
  const then = withBaseline(migrations, known);
  return rows[0]?.version.split(" ")[0] === postgres && known.every((name) => then.includes(name));
}

async function readForSearch(tx: Tx): Promise<void> {
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

const why = "It was waiting when the backup was made, and may have been sent since.";

/**
 * A restored desk is from the past, and the copied desk may have done since what this one was about to do: no
 * mail is sent twice, and no job continues by itself. Both are shown, under Settings and in the list of jobs,
 * to people who can start them again.
 */
export async function endInterruptedWork(tx: Tx, now: Date): Promise<void> {
  await sql`
    update outgoing_mails set state = 'skipped', leased_until = null, error = ${why}
    where state = 'queued'`.execute(tx);
  await holdMailsOfReplies(tx, now, "skipped");
  await pauseWebhooks(tx, now);
  // Who started them waits at the copied desk.
  await sql`delete from ticket_exports`.execute(tx);
  await sql`
    update jobs set state = 'cancelled', ended_at = ${now}::timestamptz, leased_until = null,
      network = null
    where state in ('queued', 'running')`.execute(tx);
  // The desk that was backed up may still read them.
  await sql`
    update mailboxes set paused_at = ${now}::timestamptz, state = 'idle', error = null,
      failures = 0, next_attempt_at = null, failing_since = null, failure_notified_at = null
    where removed_at is null and paused_at is null`.execute(tx);
  // A refresh token that is good for one use belongs to the desk that was backed up, until someone resumes here.
  await sql`
    update mailbox_oauth set access_token = null, obtained_at = null, expires_at = null,
      refreshing_until = null`.execute(tx);
  await sql`delete from mailbox_leases`.execute(tx);
  await tx.updateTable("recovery_state").set({ paused_at: now, paused_why: "restored" }).execute();
}

/** Receivers may have got these events from the copied desk, and know nothing of this one. */
async function pauseWebhooks(tx: Tx, now: Date): Promise<void> {
  await sql`
    update webhooks set state = 'paused', paused_at = ${now}::timestamptz, paused_why = 'restored',
      failing_since = null
    where state <> 'paused'`.execute(tx);
  await sql`
    update webhook_deliveries set state = 'skipped', ended_at = ${now}::timestamptz,
      next_attempt_at = null, leased_until = null, error = ${why}
    where state = 'waiting'`.execute(tx);
  await sql`
    update webhook_events set spread_at = ${now}::timestamptz where spread_at is null`.execute(tx);
}

/** Mails of replies that were held back for undo, at most eight seconds old: they are published. */
export async function holdMailsOfReplies(
  tx: Tx,
  now: Date,
  state: "queued" | "skipped",
): Promise<void> {
  const template = "ticket-reply" satisfies TicketTemplate;
  await sql`
    insert into outgoing_mails
      (id, template, user_id, ticket_id, message_id, data, state, error, next_attempt_at, created_at)
    select uuid_v7(), ${template}, ticket_people.user_id, messages.ticket_id, messages.id, '{}',
      ${state}::text, ${state === "skipped" ? why : null}, ${now}::timestamptz, ${now}::timestamptz
    from messages join ticket_people on ticket_people.ticket_id = messages.ticket_id
    where ticket_people.user_id is not null
      and messages.kind = 'public' and messages.released_at is null
      and messages.redacted_at is null
    on conflict (message_id, user_id) where message_id is not null do nothing`.execute(tx);
}
