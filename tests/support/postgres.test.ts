import { expect, test } from "bun:test";
import { sql } from "kysely";
import { isMigrated } from "../../server/db/migrate.ts";
import { createTestDatabase, testPostgres } from "./postgres.ts";

test("each test gets its own migrated database, which is deleted afterwards", async () => {
  const [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  expect(one.name).not.toBe(other.name);
  expect(await isMigrated(one.owner)).toBe(true);
  await one.drop();
  const { rows } = await sql`
    select from pg_database where datname = ${one.name}`.execute(other.db);
  expect(rows).toEqual([]);
  await other.drop();
});

test("the server's role owns nothing and can create nothing", async () => {
  const database = await createTestDatabase();
  const { appRole } = await testPostgres();
  const { rows } = await sql<{ name: string }>`select current_user as name`.execute(database.db);
  expect(rows).toEqual([{ name: appRole }]);
  for (const statement of [
    "create table mine (id int)",
    "create role friend",
    "drop table users",
  ]) {
    await expect(sql.raw(statement).execute(database.db)).rejects.toThrow(
      /permission denied|must be owner/,
    );
  }
  await database.drop();
});
