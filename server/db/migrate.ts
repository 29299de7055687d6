import { promises as fs } from "node:fs";
import path from "node:path";
import { type Kysely, type RawBuilder, sql, type Transaction } from "kysely";
import {
  FileMigrationProvider,
  type Migration,
  type MigrationProvider,
  Migrator,
} from "kysely/migration";
import { StartError } from "../start-error.ts";
import { version } from "../version.ts";
import { withBaseline } from "./baseline.ts";
import type { Database } from "./database.ts";
import { amongOthers, lockTables } from "./lock-tables.ts";

const migrationFolder = path.resolve(import.meta.dir, "../../migrations");

export const migrationFiles = new FileMigrationProvider({ fs, path, migrationFolder });

/** A file of `migrations/`. */
export interface ReleaseMigration extends Migration {
  /** The tables it locks while servers of the last release use them. Unset: it may lock all of them. */
  locks?: readonly string[];
  /**
   * It takes long and runs outside of any transaction, next to working servers: in batches, or with `create index
   * concurrently`. It can be interrupted and run again, and also runs in a transaction (`db.isTransaction`), where
   * a backup is restored.
   */
  outside?: true;
}

interface MigrateOptions {
  provider?: MigrationProvider;
  /** Called before the first of them runs. */
  onPending?: (names: readonly string[]) => void;
}

/**
 * Brings the database to this release as its owner, in one transaction but for migrations that run outside of it.
 * However many servers start at the same moment, it happens once. A failed migration leaves everything as it was.
 */
export async function migrate(
  owner: Kysely<Database>,
  appRole: string | null,
  { provider = migrationFiles, onPending }: MigrateOptions = {},
): Promise<string[]> {
  const done: string[] = [];
  for (;;) {
    const { names, next } = await amongOthers(
      (waitMs) => migrateInside(owner, { provider, onPending, waitMs }),
      // Servers of the last release are at work: a statement of theirs waits for about a second at most.
      { tries: 60, mostMs: 1_200 },
    );
    done.push(...names);
    if (!next) break;
    done.push(...(await migrateOutside(owner, next, { provider, onPending })));
  }
  if (appRole) await grantTo(owner, appRole);
  return done;
}

/** Runs the pending migrations up to the first that runs outside, which it returns as `next`. */
async function migrateInside(
  owner: Kysely<Database>,
  { provider, onPending, waitMs }: MigrateOptions & { provider: MigrationProvider; waitMs: number },
): Promise<{ names: string[]; next?: string }> {
  return await owner.transaction().execute(async (tx) => {
    // Before the migrator, which also creates its own tables.
    await sql`select pg_advisory_xact_lock(${migrateLock})`.execute(tx);
    await adoptBaseline(tx);
    const pending = await findPending(tx, provider);
    const at = pending.findIndex(({ migration }) => migration.outside);
    const inside = at < 0 ? pending : pending.slice(0, at);
    const next = pending[inside.length]?.name;
    const last = inside.at(-1);
    if (!last) return { names: [], ...(next && { next }) };
    onPending?.(inside.map(({ name }) => name));
    await assertCanCreate(tx);
    await lockTables(tx, tablesOf(inside), waitMs);
    // For what a migration locks besides: it fails as a whole, and is tried again.
    await sql`select set_config('lock_timeout', ${`${waitMs}ms`}, true)`.execute(tx);
    return {
      names: await runUpTo(createMigrator(tx, provider), last.name),
      ...(next && { next }),
    };
  });
}

/** One server at a time. The others look again, since `create index concurrently` waits for those who wait in a statement. */
async function migrateOutside(
  owner: Kysely<Database>,
  name: string,
  { provider, onPending }: MigrateOptions & { provider: MigrationProvider },
): Promise<string[]> {
  return await owner.connection().execute(async (connection) => {
    for (;;) {
      const { rows } = await sql<{ locked: boolean }>`
        select pg_try_advisory_lock(${outsideLock}) as locked`.execute(connection);
      if (rows[0]?.locked) break;
      await Bun.sleep(500);
    }
    try {
      const pending = await findPending(connection, provider);
      if (!pending.some((each) => each.name === name)) return [];
      onPending?.([name]);
      const options = { db: connection, provider, allowUnorderedMigrations: true };
      return await runUpTo(new Migrator({ ...options, disableTransactions: true }), name);
    } finally {
      await sql`select pg_advisory_unlock(${outsideLock})`.execute(connection);
    }
  });
}

async function runUpTo(migrator: Migrator, name: string): Promise<string[]> {
  const { error, results } = await migrator.migrateTo(name);
  if (error) throw error;
  return (results ?? []).map(({ migrationName }) => migrationName);
}

function tablesOf(pending: readonly Pending[]): RawBuilder<unknown> {
  const locks = pending.map(({ migration }) => migration.locks);
  if (locks.some((tables) => tables === undefined)) return sql`true`;
  return sql`relname = any(${locks.flatMap((tables) => tables ?? [])}::text[])`;
}

interface Pending {
  name: string;
  migration: ReleaseMigration;
}

async function findPending(
  db: Kysely<Database>,
  provider: MigrationProvider,
): Promise<readonly Pending[]> {
  const migrations = await createMigrator(db, provider).getMigrations();
  await refuseNewer(
    db,
    migrations.map(({ name }) => name),
  );
  return migrations.filter(({ executedAt }) => executedAt === undefined);
}

/** In a transaction, the migrator hides why it cannot create its own tables. */
async function assertCanCreate(tx: Transaction<Database>): Promise<void> {
  if (await hasRunBefore(tx)) return;
  await sql`create table frontdesk_first ()`.execute(tx);
  await sql`drop table frontdesk_first`.execute(tx);
}

/** A later release updated this database: this one does not know its tables. */
async function refuseNewer(db: Kysely<Database>, known: readonly string[]): Promise<void> {
  if (!(await hasRunBefore(db))) return;
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration where name <> all(${[...known]}::text[])
    order by name limit 1`.execute(db);
  if (!rows[0]) return;
  throw new StartError(
    `This database was updated by a newer release (${rows[0].name}), and this is ${version}: start the newer one, or restore a backup from before the update.`,
  );
}

async function hasRunBefore(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select to_regclass('kysely_migration') is not null as found`.execute(db);
  return rows[0]?.found ?? false;
}

const migrateLock = 7_368_645_377;
const outsideLock = 7_368_645_378;

/** A database at the last migration before the baseline has its schema, and gets its names. */
async function adoptBaseline(tx: Transaction<Database>): Promise<void> {
  if (!(await hasRunBefore(tx))) return;
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(tx);
  const executed = rows.map(({ name }) => name);
  const adopted = withBaseline(executed, Object.keys(await migrationFiles.getMigrations()));
  const replaced = executed.filter((name) => !adopted.includes(name));
  if (replaced.length === 0) return;
  const baseline = adopted.filter((name) => !executed.includes(name));
  await sql`
    with replaced as (
      delete from kysely_migration where name = any(${replaced}::text[]) returning timestamp
    )
    insert into kysely_migration (name, timestamp)
    select name, (select max(timestamp) from replaced)
    from unnest(${baseline}::text[]) as name`.execute(tx);
}

/** Whether every migration of this release has run. */
export async function isMigrated(db: Kysely<Database>): Promise<boolean> {
  const migrations = await createMigrator(db).getMigrations();
  return migrations.every((migration) => migration.executedAt !== undefined);
}

export function createMigrator(
  db: Kysely<Database>,
  provider: MigrationProvider = migrationFiles,
): Migrator {
  return new Migrator({ db, provider, allowUnorderedMigrations: true });
}

const grantLock = 7_368_645_222;

/** The server's role owns nothing: it can change neither the audit log nor the shape of a table. */
async function grantTo(owner: Kysely<Database>, appRole: string): Promise<void> {
  const role = sql.id(appRole);
  const [schema] = (
    await sql<{ name: string; owned: boolean }>`
      select current_schema() as name, current_user = ${appRole} as owned`.execute(owner)
  ).rows;
  if (!schema || schema.owned) return;
  const inSchema = sql`in schema ${sql.id(schema.name)}`;
  await owner.transaction().execute(async (tx) => {
    // Two concurrent grants would conflict in the catalogue.
    await sql`select pg_advisory_xact_lock(${grantLock})`.execute(tx);
    await sql`grant usage on schema ${sql.id(schema.name)} to ${role}`.execute(tx);
    await sql`grant select, insert, update, delete on all tables ${inSchema} to ${role}`.execute(
      tx,
    );
    await sql`grant usage, select on all sequences ${inSchema} to ${role}`.execute(tx);
    await sql`revoke update, delete, truncate on audit_log from ${role}`.execute(tx);
    await sql`revoke update, truncate on audit_personal from ${role}`.execute(tx);
    await sql`revoke insert, update, delete on secrets from ${role}`.execute(tx);
    // Functions of the owner that it can call, each with fixed limits.
    await sql`grant execute on function forget_old_audit(uuid) to ${role}`.execute(tx);
    await sql`grant execute on function speak_in_search(text, text) to ${role}`.execute(tx);
    await sql`revoke insert, update, delete on kysely_migration, kysely_migration_lock from ${role}`.execute(
      tx,
    );
  });
}
