import { beforeAll, expect, test } from "bun:test";
import { refusalOf } from "../../tests/support/acting.ts";
import {
  actorOf,
  insertMessage,
  insertTicket,
  insertUser,
  type UserRow,
} from "../../tests/support/builders.ts";
import { countLiveEvents } from "../../tests/support/stored.ts";
import { setUpTestDatabase } from "../../tests/support/test-database.ts";
import type { Db } from "../db/database.ts";
import { spreadNews } from "../notifications/news.ts";
import { readTicketDetails } from "../tickets/details.ts";
import { listTickets } from "../tickets/list.ts";
import { mergeTickets } from "../tickets/merge.ts";
import { addNote } from "../tickets/reply.ts";
import { splitTicket } from "../tickets/split.ts";
import type { ActorDeps } from "./actor.ts";
import { markTicketRead, setReadMarks } from "./read-marks.ts";

const database = setUpTestDatabase();
let db: Db;
let agent: UserRow;
let customer: UserRow;
beforeAll(async () => {
  db = database.db;
  agent = await insertUser(db, { role: "Agent" });
  customer = await insertUser(db);
}, 60_000);

const minute = (count: number) => new Date(Date.UTC(2026, 10, 20, 10, count));

async function depsOf(user: UserRow, at: Date): Promise<ActorDeps> {
  return { db, actor: await actorOf(db, user), now: at, credential: null, requestId: "test" };
}

async function isUnread(user: UserRow, ticketId: string): Promise<boolean | undefined> {
  const input = { view: "all", sort: "updated", descending: true, limit: 50 } as const;
  const { tickets } = await listTickets(await depsOf(user, minute(59)), input);
  return tickets.find(({ id }) => id === ticketId)?.unread;
}

async function assigned(): Promise<string> {
  const parts = { requester_id: customer.id, assignee_id: agent.id };
  const { id } = await insertTicket(db, { ...parts, created_at: minute(0) });
  return id;
}

async function write(ticketId: string, by: UserRow, at: Date, kind: "public" | "note" = "public") {
  await insertMessage(db, { ticket_id: ticketId, author_id: by.id, created_at: at, kind });
}

async function opensAt(user: UserRow, ticketId: string): Promise<string | null> {
  return (await readTicketDetails(await depsOf(user, minute(59)), ticketId)).firstUnreadId;
}

async function readSeen(actorId: string, ticketId: string): Promise<Date | null> {
  const mark = await db
    .selectFrom("ticket_reads")
    .select("seen_at")
    .where("user_id", "=", actorId)
    .where("ticket_id", "=", ticketId)
    .executeTakeFirst();
  return mark?.seen_at ?? null;
}

test("a ticket is unread if someone else wrote since the person last read it", async () => {
  const id = await assigned();
  await write(id, customer, minute(1));
  expect(await isUnread(agent, id)).toBe(true);
  await markTicketRead(await depsOf(agent, minute(2)), id);
  expect(await isUnread(agent, id)).toBe(false);
  expect(await readSeen(agent.id, id)).toEqual(minute(1));
  await write(id, agent, minute(3));
  expect(await isUnread(agent, id)).toBe(false);
  await write(id, customer, minute(4));
  expect(await isUnread(agent, id)).toBe(true);
});

test("reading marks one ticket as read for one person, and updates the bell once", async () => {
  const colleague = await insertUser(db, { role: "Agent" });
  const parts = { requester_id: customer.id, followers: [colleague.id] };
  const [one, other] = [
    await insertTicket(db, { ...parts, assignee_id: agent.id }),
    await insertTicket(db, { ...parts, assignee_id: agent.id }),
  ];
  for (const { id } of [one, other]) {
    const { id: messageId } = await insertMessage(db, {
      ...{ ticket_id: id, author_id: customer.id, created_at: minute(1) },
    });
    const userIds = [agent.id, colleague.id];
    const news = { kind: "mentioned", ticketId: id, messageId, userIds } as const;
    await db.transaction().execute((tx) => spreadNews(tx, customer, [news], minute(1)));
  }
  const told = await countLiveEvents(db, "notifications");
  expect(await markTicketRead(await depsOf(agent, minute(2)), one.id)).toEqual({
    bell: 1,
    wasUnread: true,
  });
  expect(await markTicketRead(await depsOf(agent, minute(3)), one.id)).toEqual({
    bell: 0,
    wasUnread: false,
  });
  expect(await countLiveEvents(db, "notifications")).toBe(told + 1);
  const heard = await db
    .selectFrom("notifications")
    .select(["user_id", "ticket_id", "read_at"])
    .where("ticket_id", "in", [one.id, other.id])
    .execute();
  expect(heard.filter(({ read_at }) => read_at !== null)).toEqual([
    { user_id: agent.id, ticket_id: one.id, read_at: minute(2) },
  ]);
  const unread = (user: UserRow) => Promise.all([isUnread(user, one.id), isUnread(user, other.id)]);
  expect(await unread(agent)).toEqual([false, true]);
  expect(await unread(colleague)).toEqual([true, true]);
  expect(await readSeen(colleague.id, one.id)).toBeNull();
  const redacted = { redacted_at: minute(4), body: "" };
  await db.updateTable("messages").set(redacted).where("ticket_id", "=", other.id).execute();
  expect(await unread(agent)).toEqual([false, false]);
});

test("the page opens at the first message by someone else since the person last read it", async () => {
  const [id, other] = [await assigned(), await assigned()];
  const colleague = await insertUser(db, { role: "Agent" });
  const say = (by: UserRow, count: number, given: object = {}) =>
    insertMessage(db, {
      ...{ ticket_id: id, author_id: by.id, created_at: minute(count), ...given },
    });
  await say(customer, 1);
  await markTicketRead(await depsOf(agent, minute(2)), id);
  await markTicketRead(await depsOf(agent, minute(0)), other);
  expect(await opensAt(agent, id)).toBeNull();
  await say(agent, 3);
  await say(customer, 4, { redacted_at: minute(5), body: "" });
  const { id: first } = await say(customer, 6);
  await say(customer, 7);
  expect(await opensAt(agent, id)).toBe(first);
  await markTicketRead(await depsOf(colleague, minute(9)), id);
  expect([await opensAt(colleague, id), await opensAt(customer, id)]).toEqual([null, null]);
  expect(await opensAt(agent, other)).toBeNull();
});

test("a message after reading is unread, however far ahead the other server's clock was", async () => {
  const [id, other, empty] = [await assigned(), await assigned(), await assigned()];
  for (const ticketId of [id, other]) await write(ticketId, customer, minute(1));
  await markTicketRead(await depsOf(agent, minute(30)), id);
  await setReadMarks(await depsOf(agent, minute(30)), { ids: [other], unread: false });
  await markTicketRead(await depsOf(customer, minute(30)), empty);
  for (const ticketId of [id, other]) await write(ticketId, customer, minute(2));
  expect([await isUnread(agent, id), await isUnread(agent, other)]).toEqual([true, true]);
  expect(await opensAt(agent, id)).not.toBeNull();
  await write(empty, agent, minute(2));
  expect([await isUnread(customer, empty), await opensAt(customer, empty)]).toEqual([
    true,
    expect.any(String),
  ]);
});

test("a late read mark does not replace a later one", async () => {
  const id = await assigned();
  await write(id, customer, minute(4));
  await markTicketRead(await depsOf(agent, minute(5)), id);
  // What it saw came from elsewhere and has gone there again.
  await db.deleteFrom("messages").where("ticket_id", "=", id).execute();
  await markTicketRead(await depsOf(agent, minute(6)), id);
  expect(await readSeen(agent.id, id)).toEqual(minute(4));
});

test("a note makes a ticket unread for staff and never for a customer", async () => {
  const id = await assigned();
  const colleague = await insertUser(db, { role: "Agent" });
  await markTicketRead(await depsOf(agent, minute(1)), id);
  await markTicketRead(await depsOf(customer, minute(1)), id);
  await write(id, colleague, minute(2), "note");
  expect(await isUnread(agent, id)).toBe(true);
  expect(await isUnread(customer, id)).toBe(false);
  await write(id, colleague, minute(3));
  expect(await isUnread(customer, id)).toBe(true);
});

test("a reply is unread for the customer from its release on, even if they read the ticket before", async () => {
  const id = await assigned();
  await insertMessage(db, {
    ticket_id: id,
    author_id: agent.id,
    created_at: minute(1),
    released_at: null,
  });
  expect(await isUnread(customer, id)).toBe(false);
  await markTicketRead(await depsOf(customer, minute(2)), id);
  await db
    .updateTable("messages")
    .set({ released_at: minute(3) })
    .where("ticket_id", "=", id)
    .execute();
  expect(await isUnread(customer, id)).toBe(true);
});

test("only tickets that a person is assigned to, follows or is mentioned in are unread", async () => {
  const { id } = await insertTicket(db, { requester_id: customer.id });
  const follower = await insertUser(db, { role: "Agent" });
  const followed = await insertTicket(db, {
    requester_id: customer.id,
    followers: [follower.id],
  });
  await write(id, customer, minute(1));
  await write(followed.id, customer, minute(1));
  expect(await isUnread(agent, id)).toBe(false);
  expect(await isUnread(follower, followed.id)).toBe(true);
  expect(await isUnread(follower, id)).toBe(false);
  const note = await insertMessage(db, {
    ticket_id: id,
    author_id: follower.id,
    created_at: minute(2),
    kind: "note",
  });
  await db
    .transaction()
    .execute((tx) =>
      spreadNews(
        tx,
        follower,
        [{ kind: "mentioned", ticketId: id, messageId: note.id, userIds: [agent.id] }],
        minute(2),
      ),
    );
  expect(await isUnread(agent, id)).toBe(true);
});

test("a ticket out of scope cannot be marked", async () => {
  const id = await assigned();
  const stranger = await insertUser(db);
  const refusal = await refusalOf(markTicketRead(await depsOf(stranger, minute(1)), id));
  expect(refusal.code).toBe("not_found");
  expect(await readSeen(stranger.id, id)).toBeNull();
});

test("staff can mark spam as read, and a customer does not find it", async () => {
  const id = await assigned();
  await write(id, customer, minute(1));
  await db
    .updateTable("tickets")
    .set({ spam_at: minute(2) })
    .where("id", "=", id)
    .execute();
  await markTicketRead(await depsOf(agent, minute(3)), id);
  expect(await readSeen(agent.id, id)).toEqual(minute(1));
  const refusal = await refusalOf(markTicketRead(await depsOf(customer, minute(3)), id));
  expect(refusal.code).toBe("not_found");
});

test("a ticket marked as unread stays unread until it is read again, even without a part in it", async () => {
  const { id } = await insertTicket(db, { requester_id: customer.id, created_at: minute(1) });
  const found = async () => {
    const deps = await depsOf(agent, minute(59));
    const input = { view: "all", sort: "updated", descending: true, limit: 50 } as const;
    const { tickets } = await listTickets(deps, { ...input, q: "is:unread" });
    return tickets.some((ticket) => ticket.id === id);
  };
  const told = () => countLiveEvents(db, "notifications");
  const before = await told();
  expect([await isUnread(agent, id), await found()]).toEqual([false, false]);
  const keep = async (unread: boolean, at = 2) =>
    setReadMarks(await depsOf(agent, minute(at)), { ids: [id], unread });
  expect(await keep(true)).toEqual({ ids: [id] });
  expect([await isUnread(agent, id), await found()]).toEqual([true, true]);
  expect(await keep(true)).toEqual({ ids: [] });
  expect(await told()).toBe(before + 1);
  const colleague = await insertUser(db, { role: "Agent" });
  expect(await isUnread(colleague, id)).toBe(false);
  await markTicketRead(await depsOf(agent, minute(3)), id);
  expect([await isUnread(agent, id), await found()]).toEqual([false, false]);
  await keep(true, 4);
  expect(await keep(false, 5)).toEqual({ ids: [id] });
  expect([await isUnread(agent, id), await readSeen(agent.id, id)]).toEqual([false, minute(1)]);
});

test("marking several affects visible tickets that do not have the mark yet", async () => {
  const [news, read] = [await assigned(), await assigned()];
  for (const id of [news, read]) await write(id, customer, minute(1));
  await markTicketRead(await depsOf(agent, minute(2)), read);
  const foreign = await insertTicket(db, { requester_id: customer.id });
  const scoped = await insertUser(db, { role: "Agent", company_scope: "assigned" });
  const by = async (user: UserRow, ids: string[], unread: boolean) =>
    setReadMarks(await depsOf(user, minute(3)), { ids, unread });
  expect(await by(agent, [news, read], false)).toEqual({ ids: [news] });
  expect(await by(agent, [news, Bun.randomUUIDv7()], true)).toEqual({ ids: [news] });
  expect([await isUnread(agent, news), await isUnread(agent, read)]).toEqual([true, false]);
  expect((await refusalOf(by(scoped, [foreign.id], true))).code).toBe("not_found");
});

test("marking as read clears the ticket's notifications, marking as unread does not", async () => {
  const [one, other, third] = [await assigned(), await assigned(), await assigned()];
  const colleague = await insertUser(db, { role: "Agent" });
  for (const ticketId of [one, other, third]) {
    const { id: messageId } = await insertMessage(db, {
      ...{ ticket_id: ticketId, author_id: customer.id, created_at: minute(1) },
    });
    const userIds = [agent.id, colleague.id];
    const news = { kind: "mentioned", ticketId, messageId, userIds } as const;
    await db.transaction().execute((tx) => spreadNews(tx, customer, [news], minute(1)));
  }
  const heard = async () => {
    const rows = db.selectFrom("notifications").select(["user_id", "ticket_id", "read_at"]);
    const read = rows
      .where("ticket_id", "in", [one, other, third])
      .where("read_at", "is not", null);
    return await read.orderBy("read_at").execute();
  };
  const mark = async (ids: string[], unread: boolean, at: number) =>
    setReadMarks(await depsOf(agent, minute(at)), { ids, unread });
  const mine = { user_id: agent.id };
  await mark([one], false, 2);
  expect(await heard()).toEqual([{ ...mine, ticket_id: one, read_at: minute(2) }]);
  // Notifications read before keep their time.
  await mark([one], true, 3);
  await mark([one, other], false, 4);
  expect(await heard()).toEqual([
    { ...mine, ticket_id: one, read_at: minute(2) },
    { ...mine, ticket_id: other, read_at: minute(4) },
  ]);
  const redacted = { redacted_at: minute(4), body: "" };
  await db.updateTable("messages").set(redacted).where("ticket_id", "=", third).execute();
  expect(await mark([third], true, 5)).toEqual({ ids: [third] });
  expect(await heard()).toHaveLength(2);
});

test("after a merge of two read tickets the result is read, and later messages are unread", async () => {
  const follower = await insertUser(db, { role: "Agent" });
  const parts = { requester_id: customer.id, assignee_id: agent.id, followers: [follower.id] };
  const { id } = await insertTicket(db, { ...parts, created_at: minute(0) });
  await write(id, customer, minute(1));
  for (const by of [agent, customer, follower])
    await markTicketRead(await depsOf(by, minute(2)), id);
  // From a server whose clock is ahead.
  const source = await insertTicket(db, { ...parts, created_at: minute(20) });
  await write(source.id, customer, minute(20));
  for (const by of [agent, customer]) await markTicketRead(await depsOf(by, minute(3)), source.id);
  const merge = { requestId: Bun.randomUUIDv7(), sourceId: source.id, targetId: id };
  await mergeTickets(await depsOf(agent, minute(4)), merge);
  const unread = (...people: UserRow[]) => Promise.all(people.map((user) => isUnread(user, id)));
  expect(await unread(agent, customer, follower)).toEqual([false, false, true]);
  const note = { requestId: Bun.randomUUIDv7(), id, body: "She waits." };
  await addNote(await depsOf(follower, minute(5)), note);
  expect(await unread(agent, customer)).toEqual([true, false]);
});

test("mentions and unread marks follow their messages to the ticket that shows them", async () => {
  const create = async () =>
    (await insertTicket(db, { requester_id: customer.id, created_at: minute(0) })).id;
  const [sourceId, targetId] = [await create(), await create()];
  const [keeper, writer, other] = [
    await insertUser(db, { role: "Agent" }),
    await insertUser(db, { role: "Agent" }),
    await insertUser(db, { role: "Agent" }),
  ];
  const name = async (id: string, user: UserRow, at: number) => {
    const note = { requestId: Bun.randomUUIDv7(), id, body: "Look here.", mentions: [user.id] };
    return (await addNote(await depsOf(writer, minute(at)), note)).messageId;
  };
  await name(sourceId, agent, 1);
  await setReadMarks(await depsOf(keeper, minute(2)), { ids: [sourceId], unread: true });
  const merge = { requestId: Bun.randomUUIDv7(), sourceId, targetId };
  await mergeTickets(await depsOf(writer, minute(3)), merge);
  const unread = (id: string) =>
    Promise.all([agent, keeper, other].map((user) => isUnread(user, id)));
  expect(await unread(targetId)).toEqual([true, true, false]);
  for (const user of [agent, keeper, other]) {
    await markTicketRead(await depsOf(user, minute(4)), targetId);
  }
  const messageIds = [await name(targetId, other, 5)];
  expect(await unread(targetId)).toEqual([true, false, true]);

  const split = { requestId: Bun.randomUUIDv7(), id: targetId, messageIds, subject: "Apart" };
  const { ticket } = await splitTicket(await depsOf(writer, minute(6)), split);
  expect(await unread(ticket.id)).toEqual([false, false, true]);
});
