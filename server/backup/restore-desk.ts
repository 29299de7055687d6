import { sql } from "kysely";
import type { TicketTemplate } from "../../shared/mails.ts";
import { bareTables } from "../db/bare-tables.ts";
import { withBaseline } from "../db/baseline.ts";
import { type Db, openDatabase, type Tx } from "../db/database.ts";
import { createMigrator, migrate, migrationFiles } from "../db/migrate.ts";
import { rebuildTickets } from "../search/indexer.ts";
import { StartError } from "../start-error.ts";
import type { CopiedTable, DeskCopy } from "./desk-copy.ts";

interface Destination {
  ownerUrl: string;
  appRole: string | null;
}

interface RestoreOptions {
  now: Date;
  /** The desk is being moved and no longer used at its old place, so interrupted work continues here. */
  goesOn: boolean;
}

const aDay = 24 * 60 * 60_000;

/**
 * Restores a copied desk into an empty database, completely or not at all. The tables are created as they
 * were in the copy, filled, and then migrated to this release.
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
      if (!goesOn) await endInterruptedWork(tx, now);
      await readForSearch(tx);
    });
    await migrate(owner, appRole);
    await sql`analyze`.execute(owner);
  } finally {
    await owner.destroy();
  }
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
async function fill(tx: Tx, desk: DeskCopy): Promise<void> {
  const names = desk.tables.map(({ name }) => name);
  const rebuildDatabase = await bareTables(tx, names);
  await fireTriggers(tx, names, false);
  for (const table of desk.tables) await fillTable(tx, desk, table);
  await rebuildDatabase(() => {});
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
  // The row of the desk and its keys, which the migrations inserted.
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

/** In the desk's language, with this Postgres' dictionaries. */
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
  await skipMailsOfReplies(tx, now);
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
      failures = 0, next_attempt_at = null
    where removed_at is null and paused_at is null`.execute(tx);
  await sql`delete from mailbox_leases`.execute(tx);
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

/** Replies that were held back for undo, at most eight seconds old: they are published but not mailed. */
async function skipMailsOfReplies(tx: Tx, now: Date): Promise<void> {
  const template = "ticket-reply" satisfies TicketTemplate;
  await sql`
    insert into outgoing_mails
      (id, template, user_id, ticket_id, message_id, data, state, error, next_attempt_at, created_at)
    select uuid_v7(), ${template}, ticket_people.user_id, messages.ticket_id, messages.id, '{}',
      'skipped', ${why}, ${now}::timestamptz, ${now}::timestamptz
    from messages join ticket_people on ticket_people.ticket_id = messages.ticket_id
    where ticket_people.user_id is not null
      and messages.kind = 'public' and messages.released_at is null
      and messages.redacted_at is null
    on conflict (message_id, user_id) where message_id is not null do nothing`.execute(tx);
}
