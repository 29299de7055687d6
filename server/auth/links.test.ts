import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { UserState } from "../../shared/users.ts";
import { refusalOf } from "../../tests/support/acting.ts";
import { createTestDatabase, type TestDatabase } from "../../tests/support/postgres.ts";
import { waitForLockQueue } from "../../tests/support/wait-for-lock-queue.ts";
import { queueMail } from "../events/queue-mail.ts";
import {
  createLink,
  dropLink,
  hasOpenLink,
  linkUrl,
  readLink,
  spendLink,
  sweepLinks,
  voidLinksOf,
} from "./links.ts";

const now = new Date("2026-11-20T09:00:00Z");
const after = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
const spent = { code: "link_spent" };

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(async () => {
  await database.drop();
});

describe("a link", () => {
  test("holds 256 random bits, and only its hash is stored", async () => {
    const userId = await addUser("active");
    const token = await createLink(database.db, { kind: "reset", userId, now });
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    const [row] = await linksOf(userId);
    expect(row?.token_hash).toBe(new Bun.CryptoHasher("sha256").update(token).digest("hex"));
    expect(JSON.stringify(row)).not.toContain(token);
  });

  test("can be read any number of times until it is used", async () => {
    const userId = await addUser("active");
    const token = await createLink(database.db, { kind: "reset", userId, now });
    const link = await readLink(database.db, token, now);
    expect(link).toEqual({ id: expect.any(String), kind: "reset", userId });
    expect(await readLink(database.db, token, now)).toEqual(link);
    expect(await spend(token)).toEqual(link);
    await expect(readLink(database.db, token, now)).rejects.toMatchObject(spent);
    await expect(spend(token)).rejects.toMatchObject(spent);
  });

  test.each([
    ["reset", 30],
    ["invitation", 7 * 24 * 60],
    ["first-admin", 60],
  ] as const)("of kind %s is good for %i minutes", async (kind, minutes) => {
    const token = await createLinkOf(kind);
    expect(await readLink(database.db, token, after(minutes - 0.01))).toMatchObject({ kind });
    await expect(readLink(database.db, token, after(minutes))).rejects.toMatchObject(spent);
    await expect(spend(token, after(minutes))).rejects.toMatchObject(spent);
  });

  test.each(["", "x", "a".repeat(200), "\0", "' or true --"])("%j is none", async (token) => {
    await expect(readLink(database.db, token, now)).rejects.toMatchObject(spent);
    await expect(spend(token)).rejects.toMatchObject(spent);
  });

  test.each([
    ["reset", "invited"],
    ["reset", "disabled"],
    ["invitation", "active"],
    ["invitation", "disabled"],
  ] as const)("of kind %s opens nothing for a user who is %s", async (kind, state) => {
    const token = await createLink(database.db, { kind, userId: await addUser(state), now });
    await expect(readLink(database.db, token, now)).rejects.toMatchObject(spent);
    await expect(spend(token)).rejects.toMatchObject(spent);
  });

  test("is invalid for a deleted user", async () => {
    const userId = await addUser("active");
    const token = await createLink(database.db, { kind: "reset", userId, now });
    await database.db
      .updateTable("users")
      .set({ state: "disabled", email: null, deleted_at: now })
      .where("id", "=", userId)
      .execute();
    await expect(readLink(database.db, token, now)).rejects.toMatchObject(spent);
  });

  test("is used only for one of the requested kinds, and stays valid otherwise", async () => {
    const token = await createLinkOf("first-admin");
    const asReset = database.db
      .transaction()
      .execute((tx) => spendLink(tx, token, ["reset", "invitation"], now));
    await expect(asReset).rejects.toMatchObject(spent);
    expect(await spend(token)).toMatchObject({ kind: "first-admin", userId: null });
  });

  test("used by twenty requests at the same time works for exactly one", async () => {
    const token = await createLinkOf("reset");
    const tries = await Promise.allSettled(Array.from({ length: 20 }, () => spend(token)));
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const refused of tries.filter((outcome) => outcome.status === "rejected")) {
      expect(refused.reason).toMatchObject(spent);
    }
  });

  test("in use by another request is invalid afterwards for the one that waited", async () => {
    const token = await createLinkOf("reset");
    let late: Promise<string> = Promise.resolve("");
    await database.db.transaction().execute(async (tx) => {
      await spendLink(tx, token, ["reset"], now);
      late = refusalOf(spend(token)).then(({ code }) => code);
      await waitForLockQueue(database);
    });
    expect(await late).toBe("link_spent");
  });

  test("is valid again if the transaction that used it was rolled back", async () => {
    const token = await createLinkOf("reset");
    const failed = database.db.transaction().execute(async (tx) => {
      await spendLink(tx, token, ["reset"], now);
      throw new Error("the password was refused");
    });
    await expect(failed).rejects.toThrow("the password was refused");
    expect(await spend(token)).toMatchObject({ kind: "reset" });
  });
});

test("voiding affects every open link of one user only", async () => {
  const [userId, other] = [await addUser("active"), await addUser("active")];
  const mine = [
    await createLink(database.db, { kind: "reset", userId, now }),
    await createLink(database.db, { kind: "reset", userId, now }),
  ];
  const theirs = await createLink(database.db, { kind: "reset", userId: other, now });
  const used = await createLink(database.db, { kind: "reset", userId, now });
  await spend(used);
  await database.db.transaction().execute((tx) => voidLinksOf(tx, [userId], after(5)));
  for (const token of mine) {
    await expect(readLink(database.db, token, now)).rejects.toMatchObject(spent);
  }
  expect(await readLink(database.db, theirs, now)).toMatchObject({ userId: other });
  const kept = (await linksOf(userId)).find(({ token_hash }) => token_hash === hashOf(used));
  expect(kept?.used_at).toEqual(now);
});

test("voiding withdraws queued mails that would bring those users a link", async () => {
  const { db } = database;
  const [one, two, other] = [
    await addUser("active"),
    await addUser("invited"),
    await addUser("active"),
  ];
  const told = [
    [one, "reset"],
    [one, "reset-by-admin"],
    [one, "password-changed"],
    [two, "invitation"],
    [other, "reset"],
  ] as const;
  const mails = () => db.selectFrom("outgoing_mails").where("user_id", "in", [one, two, other]);
  await db.transaction().execute(async (tx) => {
    await queueMail(tx, { template: "reset", userId: one, data: {} }, now);
    await tx
      .updateTable("outgoing_mails")
      .set({ state: "sent" })
      .where("user_id", "=", one)
      .execute();
    for (const [userId, template] of told) await queueMail(tx, { template, userId, data: {} }, now);
    await voidLinksOf(tx, [one, two], now);
  });
  const states = await mails().select(["template", "state"]).orderBy("id").execute();
  expect(states.map(({ template, state }) => `${template} ${state}`)).toEqual([
    ...["reset sent", "reset skipped", "reset-by-admin skipped", "password-changed queued"],
    ...["invitation skipped", "reset queued"],
  ]);
});

test("a dropped link is deleted, but not a used one or another", async () => {
  const userId = await addUser("active");
  const [dropped, used, open] = await Promise.all(
    [1, 2, 3].map(() => createLink(database.db, { kind: "reset", userId, now })),
  );
  await spend(String(used));
  const before = await linksOf(userId);
  for (const token of [dropped, used]) await dropLink(database.db, String(token));
  const left = (await linksOf(userId)).map(({ token_hash }) => token_hash);
  expect([before.length, left.sort()]).toEqual([3, [used, open].map(hashOf).sort()]);
});

test("a user has an open link until it is used or expires", async () => {
  const [holder, other] = [await addUser("active"), await addUser("active")];
  const token = await createLink(database.db, { kind: "reset", userId: holder, now });
  expect(await hasOpenLink(database.db, holder, after(29))).toBe(true);
  expect(await hasOpenLink(database.db, other, after(29))).toBe(false);
  expect(await hasOpenLink(database.db, holder, after(30))).toBe(false);
  await spend(token);
  expect(await hasOpenLink(database.db, holder, after(29))).toBe(false);
});

test("the sweep deletes links that expired over 30 days ago", async () => {
  const userId = await addUser("active");
  await createLink(database.db, { kind: "reset", userId, now });
  await sweepLinks(database.db, after(30 * 24 * 60));
  expect(await linksOf(userId)).toHaveLength(1);
  await sweepLinks(database.db, after(31 * 24 * 60));
  expect(await linksOf(userId)).toEqual([]);
});

test("the URL of a link carries its token in the fragment", () => {
  expect(linkUrl("https://desk.example.com", "reset", "t0ken")).toBe(
    "https://desk.example.com/reset-password#t0ken",
  );
  expect(linkUrl("http://localhost:3000", "invitation", "t0ken")).toBe(
    "http://localhost:3000/invitation#t0ken",
  );
  expect(linkUrl("http://localhost:3000", "first-admin", "t0ken")).toBe(
    "http://localhost:3000/setup#t0ken",
  );
});

function spend(token: string, at = now) {
  return database.db
    .transaction()
    .execute((tx) => spendLink(tx, token, ["reset", "invitation", "first-admin"], at));
}

async function createLinkOf(kind: "reset" | "invitation" | "first-admin"): Promise<string> {
  if (kind === "first-admin") return createLink(database.db, { kind, userId: null, now });
  const userId = await addUser(kind === "reset" ? "active" : "invited");
  return createLink(database.db, { kind, userId, now });
}

async function addUser(state: UserState): Promise<string> {
  const id = Bun.randomUUIDv7();
  await database.db
    .insertInto("users")
    .values({
      id,
      first_name: "Ana",
      last_name: "Ruiz",
      email: `${id}@example.com`,
      role: "Customer",
      state,
    })
    .execute();
  return id;
}

function hashOf(token: string | undefined): string {
  return new Bun.CryptoHasher("sha256").update(String(token)).digest("hex");
}

function linksOf(userId: string) {
  return database.db.selectFrom("links").selectAll().where("user_id", "=", userId).execute();
}
