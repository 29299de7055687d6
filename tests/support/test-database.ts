import { afterAll, beforeAll } from "bun:test";
import { createTestDatabase, type TestDatabase } from "./postgres.ts";

/** A database for the tests of one file, dropped after the last one. It is there once the tests run. */
export function setUpTestDatabase(): TestDatabase {
  const database = {} as TestDatabase;
  beforeAll(async () => {
    Object.assign(database, await createTestDatabase());
  }, 60_000);
  afterAll(() => database.drop());
  return database;
}
