import { afterAll, beforeAll, expect, test } from "bun:test";
import { sql } from "kysely";
import { createTestDatabase, type TestDatabase } from "../../tests/support/postgres.ts";
import { takeAllAway } from "./take-all-away.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
}, 60_000);
afterAll(() => database.drop());

test("a desk is taken away whole beside a server that holds one table and then wants another", async () => {
  const { db, owner } = database;
  const held = Promise.withResolvers<void>();
  const wanted = Promise.withResolvers<string>();
  const atWork = db.transaction().execute(async (tx) => {
    await sql`lock table users in row exclusive mode`.execute(tx);
    held.resolve();
    const table = await wanted.promise;
    const { rows } = await sql`select count(*) from ${sql.table(table)}`.execute(tx);
    return rows.length;
  });
  await held.promise;
  const gone = takeAllAway(owner);
  wanted.resolve(await heldByWhoWaits(database));
  expect(await atWork).toBe(1);
  await gone;
  expect(await tablesOf(database)).toEqual(["kysely_migration", "kysely_migration_lock"]);
}, 60_000);

/** A table that is held by a connection which itself waits for another one. */
async function heldByWhoWaits({ db }: TestDatabase): Promise<string> {
  for (;;) {
    const { rows } = await sql<{ name: string }>`
      select relname as name from pg_locks held
      join pg_class on pg_class.oid = held.relation and relkind = 'r'
      join pg_database on pg_database.oid = held.database and datname = current_database()
      where held.granted and held.mode = 'AccessExclusiveLock'
      and exists (select from pg_locks waits where waits.pid = held.pid and not waits.granted)
      and relnamespace = current_schema()::regnamespace
      limit 1`.execute(db);
    if (rows[0]) return rows[0].name;
    await Bun.sleep(5);
  }
}

async function tablesOf({ db }: TestDatabase): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = current_schema()
    order by tablename`.execute(db);
  return rows.map(({ name }) => name);
}
