import { beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { sql } from "kysely";
import { insertUser, type UserRow } from "../../../tests/support/builders.ts";
import { setUpTestDatabase } from "../../../tests/support/test-database.ts";
import {
  leaseMail,
  lockMail,
  type MailJob,
  markFailed,
  markSent,
  markSkipped,
  markStored,
  retryMail,
} from "./lease.ts";

const database = setUpTestDatabase();
let ana: UserRow;
beforeAll(async () => {
  ana = await insertUser(database.db);
}, 60_000);
beforeEach(() => database.db.deleteFrom("outgoing_mails").execute());

const now = new Date("2026-11-20T09:00:00.000Z");
const at = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const copy = { address: "ana@mail.test", subject: "Hello", body: "[link]" };

async function queue(given: object = {}): Promise<string> {
  const id = Bun.randomUUIDv7();
  await database.db
    .insertInto("outgoing_mails")
    .values({
      ...{ id, template: "reset", user_id: ana.id, data: {} },
      ...{ next_attempt_at: at(-1), created_at: at(-60), ...given },
    })
    .execute();
  return id;
}
const lease = (leaseMs = 60_000) => leaseMail(database.db, now, leaseMs);
const rowOf = (id: string) =>
  database.db
    .selectFrom("outgoing_mails")
    .select(["state", "address", "subject", "body", "error", "sent_at", "attempts"])
    .select(["next_attempt_at", "leased_until"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();

describe("a leased mail", () => {
  test("is the one that has waited longest, leased by one server at a time", async () => {
    const [later, first] = [
      await queue({ next_attempt_at: at(-1) }),
      await queue({ next_attempt_at: at(-9) }),
    ];
    expect((await lease())?.id).toBe(first);
    expect(await lease()).toMatchObject({
      ...{ id: later, template: "reset", userId: ana.id, ticketId: null, messageId: null },
      ...{ data: {}, createdAt: at(-60), attempt: 1 },
    });
    expect(await lease()).toBeNull();
  });

  test("is one a person waits for, before mails of bulk actions", async () => {
    const ofMany = { one_of_many: true, next_attempt_at: at(-9) };
    const [first, second] = [await queue(ofMany), await queue({ ...ofMany, next_attempt_at: now })];
    await queue({ next_attempt_at: at(1) });
    const awaited = await queue();
    const taken = [await lease(), await lease(), await lease(), await lease()];
    expect(taken.map((job) => job?.id)).toEqual([awaited, first, second, undefined]);
  });

  test("is not leased by another server at that moment", async () => {
    const [held, free] = [await queue({ next_attempt_at: at(-9) }), await queue()];
    await database.db.transaction().execute(async (tx) => {
      const mail = tx.selectFrom("outgoing_mails").select("id").where("id", "=", held);
      await mail.forUpdate().execute();
      expect((await lease())?.id).toBe(free);
    });
  });

  test("is due, and not yet finished", async () => {
    await queue({ next_attempt_at: at(1) });
    await queue({ template: "of-a-later-release" });
    for (const state of ["sent", "kept", "skipped", "failed"] as const) await queue({ state });
    expect(await lease()).toBeNull();
    const due = await queue({ next_attempt_at: now });
    expect((await lease())?.id).toBe(due);
  });

  test("can be leased again if its server did not finish", async () => {
    const id = await queue({ leased_until: sql`now() - interval '1 second'`, attempts: 1 });
    expect(await lease()).toMatchObject({ id, attempt: 2 });
    expect(await lease()).toBeNull();
  });
});

describe("the outcome of a mail is stored", () => {
  const ends: [string, (job: MailJob) => Promise<unknown>, object][] = [
    [
      "sent",
      (job) => markSent(database.db, job, copy, now),
      { ...copy, state: "sent", sent_at: now, error: null },
    ],
    [
      "kept",
      (job) => markStored(database.db, job, copy),
      { ...copy, state: "kept", sent_at: null, error: null },
    ],
    [
      "skipped",
      (job) => markSkipped(database.db, job, "They are gone."),
      { state: "skipped", error: "They are gone.", address: null },
    ],
    [
      "failed",
      (job) =>
        database.db.transaction().execute((tx) => markFailed(tx, job, "No such mailbox", copy)),
      { ...copy, state: "failed", error: "No such mailbox" },
    ],
    [
      "put off",
      (job) => retryMail(database.db, job, "Busy", copy, at(30)),
      { ...copy, state: "queued", error: "Busy", next_attempt_at: at(30) },
    ],
  ];

  test.each(ends)("%s, for that mail only", async (_, end, expected) => {
    const id = await queue({ next_attempt_at: at(-9), error: "Busy" });
    const other = await queue({ attempts: 1 });
    const before = await rowOf(other);
    const job = await lease();
    if (job?.id !== id) throw new Error("It was not taken up");
    expect((await rowOf(id)).leased_until).not.toBeNull();
    await end(job);
    expect(await rowOf(id)).toMatchObject({ ...expected, attempts: 1, leased_until: null });
    expect(await rowOf(other)).toEqual(before);
  });

  test.each(ends)("%s: not once another server has it, or it was withdrawn", async (_, end) => {
    for (const since of [{ attempts: 2 }, { state: "skipped" as const }]) {
      const id = await queue({ next_attempt_at: at(-9) });
      const job = await lease();
      if (job?.id !== id) throw new Error("It was not taken up");
      await database.db.updateTable("outgoing_mails").set(since).where("id", "=", id).execute();
      const before = await rowOf(id);
      await end(job);
      expect(await rowOf(id)).toEqual(before);
    }
  });
});

test("a mail stays locked while it is being sent under its lease", async () => {
  const isHeld = (job: MailJob) => database.db.transaction().execute((tx) => lockMail(tx, job));
  await queue();
  await queue();
  const job = await lease();
  if (!job) throw new Error("It was not taken up");
  expect(await isHeld(job)).toBe(true);
  // A change of another user blocks nothing.
  const other = await insertUser(database.db);
  await database.db.transaction().execute(async (tx) => {
    await tx.selectFrom("users").select("id").where("id", "=", other.id).forUpdate().execute();
    expect(await isHeld(job)).toBe(true);
  });
  // A withdrawal locks the recipient, and so waits.
  await database.db.transaction().execute(async (tx) => {
    await lockMail(tx, job);
    const person = database.db.selectFrom("users").select("id").where("id", "=", ana.id);
    expect(await person.forNoKeyUpdate().skipLocked().execute()).toEqual([]);
  });
  expect(await isHeld({ ...job, id: Bun.randomUUIDv7() })).toBe(false);
  expect(await isHeld({ ...job, attempt: 2 })).toBe(false);
  const skipped = { state: "skipped" } as const;
  await database.db.updateTable("outgoing_mails").set(skipped).where("id", "=", job.id).execute();
  expect(await isHeld(job)).toBe(false);
});
