import { beforeAll, describe, expect, test } from "bun:test";
import { actingAs, change } from "../../tests/support/acting.ts";
import { insertTicket, insertUser, type UserRow } from "../../tests/support/builders.ts";
import { storedTicket } from "../../tests/support/stored.ts";
import { setUpTestDatabase } from "../../tests/support/test-database.ts";
import { createLog } from "../log.ts";
import { startByItself, wakeAndClose } from "./scheduled.ts";
import { updateTicket } from "./update.ts";

const day = 24 * 3_600_000;
const now = new Date("2026-11-21T12:00:00Z");
const daysAgo = (days: number) => new Date(now.getTime() - days * day);

const database = setUpTestDatabase();
let customer: UserRow;

beforeAll(async () => {
  customer = await insertUser(database.db);
}, 60_000);

const open = (given: object) => insertTicket(database.db, { requester_id: customer.id, ...given });
const rowOf = (id: string) => storedTicket(database.db, id);
const eventsOf = (id: string) =>
  database.db
    .selectFrom("ticket_events")
    .select(["kind", "actor_id", "audience"])
    .where("ticket_id", "=", id)
    .execute();

test("a ticket resolved seven days ago is closed without an author", async () => {
  const due = await open({ status: "resolved", created_at: daysAgo(9), updated_at: daysAgo(7) });
  const young = await open({
    ...{ status: "resolved", created_at: daysAgo(9), updated_at: daysAgo(6.99) },
  });
  await wakeAndClose(database.db, () => now);
  expect(await rowOf(due.id)).toMatchObject({ status: "closed", closed_at: now, version: 2 });
  expect(await eventsOf(due.id)).toEqual([
    { kind: "status", actor_id: null, audience: "everyone" },
  ]);
  expect((await rowOf(young.id)).status).toBe("resolved");
});

test("a snooze ends at its time, and customers do not notice", async () => {
  const due = await open({ status: "open", created_at: daysAgo(2), snoozed_until: now });
  const later = await open({ created_at: daysAgo(2), snoozed_until: new Date(now.getTime() + 1) });
  await wakeAndClose(database.db, () => now);
  const row = await rowOf(due.id);
  expect(row).toMatchObject({ snoozed_until: null, version: 2 });
  expect(row.publicly_updated_at).toEqual(due.publicly_updated_at);
  expect(await eventsOf(due.id)).toEqual([{ kind: "snoozed", actor_id: null, audience: "staff" }]);
  expect((await rowOf(later.id)).snoozed_until).not.toBeNull();
});

describe("a snooze that ends on time", () => {
  const until = new Date(now.getTime() - 60_000);
  const staff = (given: object = {}) => insertUser(database.db, { role: "Agent", ...given });

  /** Snoozed by an agent until a minute ago; returns who was notified that it woke, and how. */
  async function heard(by: UserRow, given: Parameters<typeof open>[0] = {}, gone = {}) {
    const { db } = database;
    const ticket = await open({ status: "open", created_at: daysAgo(2), ...given });
    const snoozing = { snoozedUntil: until.toISOString() };
    await updateTicket(await actingAs(db, by, daysAgo(1)), change(ticket, snoozing));
    const since = { state: "active" as const, ...gone };
    await db.updateTable("users").set(since).where("id", "=", by.id).execute();
    await wakeAndClose(db, () => now);
    const lines = await db
      .selectFrom("notifications")
      .select(["user_id", "kind", "actor_id"])
      .where("ticket_id", "=", ticket.id)
      .execute();
    const mails = db.selectFrom("outgoing_mails").select("id").where("ticket_id", "=", ticket.id);
    expect(await mails.execute()).toEqual([]);
    return lines;
  }
  const to = ({ id }: UserRow) => [{ user_id: id, kind: "woke" as const, actor_id: null }];

  test("notifies the assignee, no matter who snoozed it", async () => {
    const [maya, noah] = [await staff(), await staff()];
    const assignee = { assignee_id: noah.id, unassigned_since: null };
    expect(await heard(maya, assignee)).toEqual(to(noah));
    expect(await heard(noah, assignee)).toEqual(to(noah));
    const told = await database.db
      .selectFrom("live_events")
      .select("people_ids")
      .where("topic", "=", "notifications")
      .execute();
    expect(told.map(({ people_ids }) => people_ids)).toEqual(Array(2).fill([noah.id]));
  });

  test("of an unassigned ticket notifies the person who snoozed it, if they still have access", async () => {
    const maya = await staff();
    expect(await heard(maya)).toEqual(to(maya));
    expect(await heard(await staff(), {}, { state: "disabled" })).toEqual([]);
    const left = { role: "Customer", company_scope: null } as const;
    expect(await heard(await staff(), {}, left)).toEqual([]);
    const outside = { company_scope: "assigned" as const };
    expect(await heard(await staff(), {}, outside)).toEqual([]);
  });

  test("notifies the last person who snoozed it", async () => {
    const [maya, noah] = [await staff(), await staff()];
    const ticket = await open({ status: "open", created_at: daysAgo(3) });
    const later = { snoozedUntil: new Date(now.getTime() + day).toISOString() };
    const { db } = database;
    await updateTicket(await actingAs(db, noah, daysAgo(2)), change(ticket, later));
    const sooner = { snoozedUntil: until.toISOString() };
    await updateTicket(
      await actingAs(db, maya, daysAgo(1)),
      change(await storedTicket(db, ticket.id), sooner),
    );
    await wakeAndClose(db, () => now);
    const lines = db.selectFrom("notifications").select("user_id");
    expect(await lines.where("ticket_id", "=", ticket.id).execute()).toEqual([
      { user_id: maya.id },
    ]);
  });

  test("notifies no one if the ticket is resolved by then", async () => {
    expect(await heard(await staff(), { status: "resolved", last_resolved_at: now })).toEqual([]);
  });
});

test("two servers handle each ticket once, and skip what the other has locked", async () => {
  const tickets = await Promise.all(
    Array.from({ length: 45 }, () =>
      open({ status: "resolved", created_at: daysAgo(20), updated_at: daysAgo(10) }),
    ),
  );
  const [held] = tickets;
  await database.db.transaction().execute(async (tx) => {
    const id = held?.id ?? "";
    await tx.selectFrom("tickets").select("id").where("id", "=", id).forUpdate().execute();
    await Promise.all([
      wakeAndClose(database.owner, () => now),
      wakeAndClose(database.owner, () => now),
    ]);
  });
  const rows = await Promise.all(tickets.map(({ id }) => rowOf(id)));
  expect(rows.filter(({ status }) => status === "closed").length).toBe(44);
  expect(rows.every(({ version }) => version <= 2)).toBe(true);
  await wakeAndClose(database.db, () => now);
  expect((await rowOf(held?.id ?? "")).status).toBe("closed");
});

const asleep = (count: number) =>
  Promise.all(Array.from({ length: count }, () => open({ status: "open", snoozed_until: now })));
const stillAsleep = async (tickets: readonly { id: string }[]) =>
  (await Promise.all(tickets.map(({ id }) => rowOf(id)))).filter((row) => row.snoozed_until).length;

test("a server checks at start and then regularly, reports only changes, and continues after an error", async () => {
  let told = Promise.withResolvers<void>();
  const lines: string[] = [];
  let looks = 0;
  const [first] = await asleep(1);
  const worker = startByItself({
    ...{ db: database.db, everyMs: 1, log: createLog("warn", (line) => lines.push(line)) },
    now() {
      looks += 1;
      if (looks === 3) throw new RangeError("The clock is broken");
      return now;
    },
    onChange: () => told.resolve(),
  });
  await told.promise;
  expect(await stillAsleep([first as { id: string }])).toBe(0);
  told = Promise.withResolvers();
  let early = false;
  void told.promise.then(() => {
    early = true;
  });
  while (looks < 8) await Bun.sleep(1);
  expect(early).toBe(false);
  const [second] = await asleep(1);
  await told.promise;
  expect(await stillAsleep([second as { id: string }])).toBe(0);
  await worker.stop();
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({
      event: "tickets.by-itself-failed",
      cause: expect.stringMatching(/^RangeError: The clock is broken\n +at /),
    }),
  ]);
});

test("a server that stops finishes its current batch and starts no other", async () => {
  const tickets = await asleep(25);
  let stopped: Promise<void> | undefined;
  const worker = startByItself({
    ...{ db: database.db, log: createLog("error"), onChange() {} },
    now() {
      stopped ??= worker.stop();
      return now;
    },
  });
  while (!stopped) await Bun.sleep(1);
  await stopped;
  expect(await stillAsleep(tickets)).toBe(5);
});
