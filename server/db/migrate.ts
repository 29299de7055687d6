import { promises as fs } from "node:fs";
import path from "node:path";
import { type Kysely, sql, type Transaction } from "kysely";
import { FileMigrationProvider, type MigrationProvider, Migrator } from "kysely/migration";
import { withBaseline } from "./baseline.ts";
import type { Database } from "./database.ts";

const migrationFolder = path.resolve(import.meta.dir, "../../migrations");

export const migrationFiles = new FileMigrationProvider({ fs, path, migrationFolder });

/**
 * Brings the database to this release as its owner, in one transaction. However many servers start
 * at the same moment, it happens once. A failed migration leaves everything as it was.
 */
export async function migrate(owner: Kysely<Database>, appRole: string | null): Promise<string[]> {
  const ran = await owner.transaction().execute(async (tx) => {
    // Before the migrator, which also creates its own tables.
    await sql`select pg_advisory_xact_lock(${migrateLock})`.execute(tx);
    await adoptBaseline(tx);
    const { error, results } = await createMigrator(tx).migrateToLatest();
    if (error) throw error;
    return results ?? [];
  });
  if (appRole) await grantTo(owner, appRole);
  return ran.map((result) => result.migrationName);
}

const migrateLock = 7_368_645_377;

/** A database at the last migration before the baseline has its schema, and gets its names. */
async function adoptBaseline(tx: Transaction<Database>): Promise<void> {
  const { rows: tables } = await sql`
    select where to_regclass('kysely_migration') is not null`.execute(tx);
  if (tables.length === 0) return;
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
