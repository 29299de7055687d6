import { expect, test } from "bun:test";
import { endKeeper } from "../../tests/support/end-keeper.ts";
import { setUpTestDatabase } from "../../tests/support/test-database.ts";
import { StartError } from "../start-error.ts";
import { canCondemn, whileKeepingContents } from "./keep.ts";

const database = setUpTestDatabase();

const condemns = () => database.db.transaction().execute(canCondemn);

test("no content is condemned while contents are kept", async () => {
  expect(await condemns()).toBe(true);
  const kept = await whileKeepingContents(database.ownerUrl, async (assertKept) => {
    expect(await condemns()).toBe(false);
    await assertKept();
    return "all";
  });
  expect(kept).toBe("all");
  expect(await condemns()).toBe(true);
});

test("a second backup reports the running one, its start and its process", async () => {
  const keep = (act: () => Promise<unknown>) => whileKeepingContents(database.ownerUrl, act);
  await keep(async () => {
    const second = keep(() => Promise.reject(new Error("It has begun")));
    await expect(second).rejects.toThrow(StartError);
    await expect(second).rejects.toThrow(
      /^Another backup .*, since \d{4}-\d\d-\d\d \d\d:\d\d UTC, as process \d+ of Postgres: nothing was/,
    );
    expect(await condemns()).toBe(false);
  });
  expect(await keep(async () => "begun")).toBe("begun");
});

test("a lost connection is noticed", async () => {
  const keeping = whileKeepingContents(database.ownerUrl, async (assertKept) => {
    await endKeeper(database);
    expect(await condemns()).toBe(true);
    await assertKept();
  });
  await expect(keeping).rejects.toThrow("keeps attachments from being removed was lost");
});

test("a lost connection is noticed even at the moment of the loss", async () => {
  for (let round = 0; round < 5; round += 1) {
    const keeping = whileKeepingContents(database.ownerUrl, async (assertKept) => {
      await Promise.all([endKeeper(database), askUntilRefused(assertKept)]);
    });
    await expect(keeping).rejects.toThrow("keeps attachments from being removed was lost");
  }
});

async function askUntilRefused(assertKept: () => Promise<void>): Promise<never> {
  for (;;) await assertKept();
}
