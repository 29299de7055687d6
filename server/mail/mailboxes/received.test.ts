import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import { sql } from "kysely";
import { moveDay, startOfDay } from "../../../shared/dashboard/days.ts";
import { wrongMailCounts } from "../../../tests/support/mail-counts.ts";
import { createTestDatabase, type TestDatabase } from "../../../tests/support/postgres.ts";
import { seeded } from "../../../tests/support/random.ts";
import { givingWay } from "../../access/transact.ts";
import { listReceived, listReceivedDays, mergeReceivedCounts } from "./received.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
}, 60_000);
afterEach(async () => expect(await wrongMailCounts(database.db)).toEqual([]));
afterAll(() => database.drop());

const now = new Date("2026-11-28T12:00:00Z");
let uid = 0;

async function mailbox(name: string): Promise<string> {
  const id = Bun.randomUUIDv7();
  await database.db
    .insertInto("mailboxes")
    .values({ id, name, address: `${id}@desk.test`, created_at: now })
    .execute();
  return id;
}

async function received(
  mailboxId: string,
  state: "stored" | "ticket" | "message" | "held",
  storedAt: string,
): Promise<string> {
  uid += 1;
  const id = Bun.randomUUIDv7();
  await database.db
    .insertInto("inbound_mails")
    .values({
      id,
      mailbox_id: mailboxId,
      source: "imap",
      folder: "INBOX",
      uidvalidity: 1,
      uid,
      raw_hash: Buffer.alloc(32, uid),
      raw_size: 10,
      received_at: storedAt,
      stored_at: storedAt,
      next_attempt_at: now,
      state,
      reason: state === "held" ? "spam" : null,
      subject: `Mail ${uid}`,
    })
    .execute();
  return id;
}

test("each day's sum is the number of its mails, in the reader's time zone", async () => {
  const [support, billing] = [await mailbox("Support"), await mailbox("Billing")];
  // In Auckland it is the 28th.
  await received(support, "ticket", "2026-11-27T20:00:00Z");
  await received(support, "message", "2026-11-28T09:00:00Z");
  await received(support, "held", "2026-11-28T09:00:00Z");
  await received(support, "stored", "2026-11-28T09:00:00Z");
  await received(billing, "ticket", "2026-11-20T09:00:00Z");
  const deps = { db: database.db, now };
  const days = await listReceivedDays(deps, "Pacific/Auckland");
  expect(days).toEqual([
    {
      day: "2026-11-28",
      mailbox: { id: support, name: "Support" },
      ...{ received: 3, tickets: 1, messages: 1, held: 1, beingRead: 1 },
    },
    {
      day: "2026-11-20",
      mailbox: { id: billing, name: "Billing" },
      ...{ received: 1, tickets: 1, messages: 0, held: 0, beingRead: 0 },
    },
  ]);
  const inUtc = await listReceivedDays(deps, "UTC");
  expect(inUtc.map(({ day, received }) => [day, received])).toEqual([
    ["2026-11-28", 2],
    ["2026-11-27", 1],
    ["2026-11-20", 1],
  ]);
});

test("a number opens the list of its mails, page by page", async () => {
  const id = await mailbox("Pages");
  for (let n = 0; n < 5; n += 1) await received(id, "held", `2026-11-28T0${n}:00:00Z`);
  await received(id, "ticket", "2026-11-28T05:00:00Z");
  const deps = { db: database.db, now };
  const filter = { mailboxId: id, day: "2026-11-28", outcome: "held", timeZone: "UTC" } as const;
  const first = await listReceived(deps, { ...filter, limit: 3 });
  const second = await listReceived(deps, { ...filter, limit: 3, cursor: first.nextCursor });
  expect(second.nextCursor).toBeNull();
  const mails = [...first.mails, ...second.mails];
  expect(mails.map(({ receivedAt }) => receivedAt.slice(11, 13))).toEqual([
    "04",
    "03",
    "02",
    "01",
    "00",
  ]);
});

test("pages neither skip nor repeat mails that arrived within a millisecond", async () => {
  const id = await mailbox("Burst");
  for (let n = 1; n <= 5; n += 1) await received(id, "ticket", `2026-11-26T10:00:00.00000${n}Z`);
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof listReceived>> = await listReceived(
      { db: database.db, now },
      { mailboxId: id, timeZone: "UTC", limit: 2, cursor },
    );
    seen.push(...page.mails.map((mail) => mail.id));
    cursor = page.nextCursor;
  } while (cursor);
  expect(seen).toHaveLength(5);
  expect(new Set(seen).size).toBe(5);
});

test("the days of every time zone begin with a quarter of an hour that is counted", () => {
  const days = Array.from({ length: 26 }, (_, index) => moveDay("2026-01-01", index * 14));
  const odd = Intl.supportedValuesOf("timeZone").filter((zone) =>
    days.some((day) => startOfDay(day, zone).getTime() % (15 * 60_000) !== 0),
  );
  expect(odd).toEqual([]);
});

const states = ["stored", "ticket", "message", "held"] as const;
const random = seeded(7);

test("the counts follow each change of a mail, of several writers and with merges in between", async () => {
  const { db } = database;
  const boxes = [await mailbox("One"), await mailbox("Other")];
  const ids: string[] = [];
  const at = () => new Date(now.getTime() - random.below(3 * 60 * 60_000)).toISOString();
  const change = (values: object) =>
    db.updateTable("inbound_mails").set(values).where("id", "=", random.pick(ids)).execute();
  const decide = () => {
    const state = random.pick(states);
    return change({ state, reason: state === "held" ? "spam" : null });
  };
  const acts = [
    async () => void ids.push(await received(random.pick(boxes), random.pick(states), at())),
    decide,
    decide,
    () => change({ content_id: null, erased_at: now, subject: null, sender: null }),
    () => change({ attempts: 2, next_attempt_at: now }),
    () => change({ stored_at: at() }),
    () => change({ mailbox_id: random.pick(boxes) }),
    () => db.deleteFrom("inbound_mails").where("id", "=", random.pick(ids)).execute(),
    // Two at once may delete in another order.
    () => givingWay(() => mergeReceivedCounts(db, now)),
    async () => {
      const undone = db.transaction().execute(async (tx) => {
        await tx.deleteFrom("inbound_mails").where("id", "=", random.pick(ids)).execute();
        throw new Error("undone");
      });
      await expect(undone).rejects.toThrow("undone");
    },
  ];
  for (let count = 0; count < 20; count += 1)
    ids.push(await received(random.pick(boxes), "held", at()));
  const writer = async () => {
    for (let count = 0; count < 60; count += 1) await random.pick(acts)();
  };
  await Promise.all([writer(), writer(), writer(), writer()]);
  expect(await wrongMailCounts(db)).toEqual([]);
  await mergeReceivedCounts(db, now);
  const { rows } = await sql`
    select from inbound_mail_counts where quarter > ${now}::timestamptz - interval '1 day'
    group by mailbox_id, quarter having count(*) > 1`.execute(db);
  expect(rows).toEqual([]);
});
