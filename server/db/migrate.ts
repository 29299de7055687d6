import { promises as fs } from "node:fs";
import path from "node:path";
import { type Kysely, sql } from "kysely";
import { FileMigrationProvider, type MigrationProvider, Migrator } from "kysely/migration";
import type { Database } from "./database.ts";

const migrationFolder = path.resolve(import.meta.dir, "../../migrations");

export const migrationFiles = new FileMigrationProvider({ fs, path, migrationFolder });

/**
 * Migrates the database to this release: as its owner, in one transaction, once, however many servers start
 * together. A failure leaves everything unchanged.
 */
export async function migrate(owner: Kysely<Database>, appRole: string | null): Promise<string[]> {
  const { error, results } = await createMigrator(owner).migrateToLatest();
  if (error) throw error;
  if (appRole) await grantTo(owner, appRole);
  return (results ?? []).map((result) => result.migrationName);
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
