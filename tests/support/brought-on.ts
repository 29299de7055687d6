import { expect } from "bun:test";
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
  expect((await createMigrator(owner).migrateTo(before)).error).toBeUndefined();
  await leave();
  await migrate(owner, (await testPostgres()).appRole);
}
