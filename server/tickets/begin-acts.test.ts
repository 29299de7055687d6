import { afterAll, beforeAll, expect, test } from "bun:test";
import { insertUser } from "../../tests/support/builders.ts";
import { createTestDatabase, type TestDatabase } from "../../tests/support/postgres.ts";
import { beginActions } from "./write.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
}, 60_000);
afterAll(() => database.drop());

test("each ticket a person loses gets its own idempotency key, however many they follow", async () => {
  const { db } = database;
  const by = { actorId: (await insertUser(db)).id, now: new Date() };
  const ids = await db.transaction().execute((tx) => beginActions(tx, by, "leave", 12_000));
  const kept = await db.selectFrom("acts").select(["id", "request_id"]).execute();
  expect(kept.map(({ id }) => id).sort()).toEqual(ids.toSorted());
  expect(new Set(kept.map(({ request_id }) => request_id)).size).toBe(12_000);
});
