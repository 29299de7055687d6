import { afterAll, beforeAll, expect, test } from "bun:test";
import { endKeeper } from "../../tests/support/end-keeper.ts";
import { createTestDatabase, type TestDatabase } from "../../tests/support/postgres.ts";
import { keepingContents, mayCondemn } from "./keep.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
}, 60_000);
afterAll(() => database.drop());

const condemns = () => database.db.transaction().execute(mayCondemn);

test("as long as contents are kept nobody condemns any, and afterwards as ever", async () => {
  expect(await condemns()).toBe(true);
  const kept = await keepingContents(database.ownerUrl, async (assertKept) => {
    expect(await condemns()).toBe(false);
    await assertKept();
    return "all";
  });
  expect(kept).toBe("all");
  // As soon as Postgres has noticed that they went.
  for (let tries = 0; tries < 500 && !(await condemns()); tries += 1) await Bun.sleep(10);
  expect(await condemns()).toBe(true);
});

test("whoever keeps them learns that their connection was lost", async () => {
  const keeping = keepingContents(database.ownerUrl, async (assertKept) => {
    await endKeeper(database);
    expect(await condemns()).toBe(true);
    await assertKept();
  });
  await expect(keeping).rejects.toThrow("keeps attachments from being removed was lost");
});
