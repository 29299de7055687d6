import { beforeAll, expect, test } from "bun:test";
import { sql } from "kysely";
import { actingAs } from "../../tests/support/acting.ts";
import { insertTicket, insertUser, type UserRow } from "../../tests/support/builders.ts";
import {
  storedEvents,
  storedLiveEvents,
  storedSpans,
  storedTicket,
} from "../../tests/support/stored.ts";
import { setUpTestDatabase } from "../../tests/support/test-database.ts";
import { nextRelease, releaseReply } from "./release.ts";
import { replyToTicket } from "./reply.ts";
import { wakeAndClose } from "./scheduled.ts";

const database = setUpTestDatabase();
let ana: UserRow;
let maya: UserRow;
const day = 24 * 3_600_000;
const now = new Date("2026-11-21T12:00:00.000Z");
const daysAgo = (days: number) => new Date(now.getTime() - days * day);

beforeAll(async () => {
  ana = await insertUser(database.db);
  maya = await insertUser(database.db, { role: "Agent" });
}, 60_000);

const open = (given: object = {}) =>
  insertTicket(database.db, {
    ...{ requester_id: ana.id, status: "open", created_at: daysAgo(2), ...given },
  });

/** A reply of hers that has been due for so many minutes. */
async function due(ticket: { id: string }, minutes = 1): Promise<string> {
  const { messageId } = await replyToTicket(await actingAs(database.db, maya, daysAgo(1)), {
    ...{ requestId: Bun.randomUUIDv7(), id: ticket.id, body: "Here you are." },
  });
  const release_at = sql<Date>`clock_timestamp() - ${minutes} * interval '1 minute'`;
  await database.db
    .updateTable("messages")
    .set({ release_at })
    .where("id", "=", messageId)
    .execute();
  return messageId;
}

const releasedAt = async (id: string) =>
  (
    await database.db
      .selectFrom("messages")
      .select("released_at")
      .where("id", "=", id)
      .executeTakeFirstOrThrow()
  ).released_at;

test("the reply that was due first is sent first, is mailed, and updates every open page", async () => {
  const [late, early] = [await open(), await open()];
  const [second, first] = [await due(late, 1), await due(early, 5)];
  expect(await releaseReply(database.db, now)).toBe(true);
  expect([await releasedAt(first), await releasedAt(second)]).toEqual([now, null]);
  expect(await storedLiveEvents(database.db, early.id)).toMatchObject([
    { audience: "staff", version: 2 },
    { audience: "everyone", version: 3 },
  ]);
  const mails = await database.db
    .selectFrom("outgoing_mails")
    .select(["template", "user_id", "message_id"])
    .where("ticket_id", "=", early.id)
    .where("user_id", "is not", null)
    .execute();
  expect(mails).toEqual([{ template: "ticket-reply", user_id: ana.id, message_id: first }]);
  expect(await releaseReply(database.db, now)).toBe(true);
  expect(await releasedAt(second)).toEqual(now);
  expect(await releaseReply(database.db, now)).toBe(false);
});

test("a reply in a spam ticket is not sent, and nothing waits for it", async () => {
  const ticket = await open();
  const messageId = await due(ticket);
  const spam = (spam_at: Date | null) =>
    database.db.updateTable("tickets").set({ spam_at }).where("id", "=", ticket.id).execute();
  await spam(now);
  expect(await releaseReply(database.db, now)).toBe(false);
  expect(await nextRelease(database.db)).toBeNull();
  await spam(null);
  expect(await releaseReply(database.db, now)).toBe(true);
  expect(await releasedAt(messageId)).toEqual(now);
});

test("spam is neither woken nor closed, and merged tickets are not woken", async () => {
  const asleep = await open({ spam_at: now, snoozed_until: daysAgo(1) });
  const merged = await open({
    ...{ merged_into_id: (await open()).id, status: "closed", snoozed_until: daysAgo(1) },
  });
  const resolved = await open({
    ...{ spam_at: now, status: "resolved", created_at: daysAgo(20), updated_at: daysAgo(10) },
  });
  await wakeAndClose(database.db, () => now);
  expect((await storedTicket(database.db, asleep.id)).snoozed_until).toEqual(daysAgo(1));
  expect((await storedTicket(database.db, resolved.id)).status).toBe("resolved");
  for (const { id } of [asleep, merged, resolved]) {
    expect(await storedEvents(database.db, id)).toEqual([]);
  }
});

test("the closing time is a setting; only resolved tickets are closed, with their span", async () => {
  const solved = { created_at: daysAgo(9), updated_at: daysAgo(4) };
  const resolved = await open({ ...solved, status: "resolved" });
  const reopened = await open({ ...solved, last_resolved_at: daysAgo(4) });
  expect(await wakeAndClose(database.db, () => now)).toBe(0);
  await database.db.updateTable("desk").set({ auto_close_days: 3 }).execute();
  expect(await wakeAndClose(database.db, () => now)).toBe(1);
  expect((await storedTicket(database.db, reopened.id)).status).toBe("open");
  expect(await storedSpans(database.db, resolved.id)).toEqual([
    { status: "resolved", started_at: daysAgo(9), ended_at: now },
    { status: "closed", started_at: now, ended_at: null },
  ]);
  expect(await storedLiveEvents(database.db, resolved.id)).toMatchObject([
    { audience: "everyone", version: 2 },
  ]);
});

test("one run handles more than one batch, unless the server stops", async () => {
  const many = Array.from({ length: 21 }, () => open({ snoozed_until: daysAgo(1) }));
  await Promise.all(many);
  expect(
    await wakeAndClose(
      database.db,
      () => now,
      () => true,
    ),
  ).toBe(0);
  expect(await wakeAndClose(database.db, () => now)).toBe(21);
});
