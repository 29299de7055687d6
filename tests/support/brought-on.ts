import { expect } from "bun:test";
import { sql } from "kysely";
import { createMigrator, migrate, migrationFiles } from "../../server/db/migrate.ts";
import { type TestDatabase, testPostgres } from "./postgres.ts";

/** A database as an earlier release left it, one without this migration, and brought on to today's. */
export async function broughtOn(
  { owner }: TestDatabase,
  migration: string,
  leave: () => Promise<unknown>,
): Promise<void> {
  const names = Object.keys(await migrationFiles.getMigrations()).sort();
  const before = names[names.indexOf(migration) - 1] ?? "";
  const { appRole } = await testPostgres();
  expect((await createMigrator(owner).migrateTo(before)).error).toBeUndefined();
  // Tables that were dropped later are back, without the rights that the earlier release granted.
  await sql`grant all on all tables in schema public to ${sql.id(appRole)}`.execute(owner);
  await leave();
  await migrate(owner, appRole);
}
