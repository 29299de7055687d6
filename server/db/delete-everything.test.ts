import { expect, test } from "bun:test";
import { sql } from "kysely";
import { readOneThenAnother } from "../../tests/support/one-then-another.ts";
import type { TestDatabase } from "../../tests/support/postgres.ts";
import { setUpTestDatabase } from "../../tests/support/test-database.ts";
import { deleteEverything } from "./delete-everything.ts";

const database = setUpTestDatabase();

test("a desk is deleted completely while a server holds one table and wants another", async () => {
  const gone = () => deleteEverything(database.owner);
  expect(await readOneThenAnother(database, sql`tickets`, gone)).toBeTrue();
  expect(await tablesOf(database)).toEqual(["kysely_migration", "kysely_migration_lock"]);
}, 60_000);

async function tablesOf({ db }: TestDatabase): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = current_schema()
    order by tablename`.execute(db);
  return rows.map(({ name }) => name);
}
