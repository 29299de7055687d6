import { expect, test } from "bun:test";
import { actingAs } from "../../tests/support/acting.ts";
import {
  insertCompany,
  insertMessage,
  insertUser,
  type TicketRow,
  type UserRow,
} from "../../tests/support/builders.ts";
import { now, setUpSmallDesk } from "../../tests/support/small-desk.ts";
import { markTicketRead, setReadMarks } from "../access/read-marks.ts";
import { mergeTickets, unmergeTicket } from "../tickets/merge.ts";
import { splitTicket } from "../tickets/split.ts";
import { spreadNews } from "./news.ts";
import { countUnreadNotifications, listNotifications } from "./queries.ts";

const desk = setUpSmallDesk();
const { database, maya } = desk;

const as = (user: UserRow) => actingAs(database.db, user, now);
const key = () => ({ requestId: Bun.randomUUIDv7() });

async function merge(source: TicketRow, target: TicketRow) {
  const [sourceId, targetId] = [source.id, target.id];
  await mergeTickets(await as(maya), { ...key(), sourceId, targetId });
}

async function unmerge({ id: sourceId }: TicketRow) {
  await unmergeTicket(await as(maya), { ...key(), sourceId });
}

/** A user who was assigned the ticket and mentioned in a note. */
async function whoIsTold(ticket: TicketRow, given: Parameters<typeof insertUser>[1] = {}) {
  const agent = await insertUser(database.db, { role: "Agent", ...given });
  const { id: messageId } = await insertMessage(database.db, {
    ...{ ticket_id: ticket.id, author_id: maya.id, kind: "note" },
  });
  const ticketId = ticket.id;
  await database.db.transaction().execute(async (tx) => {
    await spreadNews(tx, maya, [{ kind: "assigned", ticketId, assigneeId: agent.id }], now);
    const userIds = [agent.id];
    await spreadNews(tx, maya, [{ kind: "mentioned", ticketId, messageId, userIds }], now);
  });
  return { agent, messageId };
}

async function bellOf(user: UserRow) {
  const { items } = await listNotifications(await as(user), {});
  const { count } = await countUnreadNotifications(await as(user));
  expect(count).toBe(items.filter(({ unread }) => unread).length);
  return items.map((item) => ({
    kind: item.kind,
    number: "ticket" in item ? item.ticket.number : null,
  }));
}

test("a notification of a merged ticket links to the target, and back after an unmerge", async () => {
  const [first, second, third] = [await desk.open(), await desk.open(), await desk.open()];
  const { agent } = await whoIsTold(first);
  const saysOf = ({ number }: TicketRow) => [
    { kind: "mentioned" as const, number },
    { kind: "assigned" as const, number },
  ];
  expect(await bellOf(agent)).toEqual(saysOf(first));
  await merge(first, second);
  expect(await bellOf(agent)).toEqual(saysOf(second));
  await merge(second, third);
  expect(await bellOf(agent)).toEqual(saysOf(third));
  await unmerge(second);
  await unmerge(first);
  expect(await bellOf(agent)).toEqual(saysOf(first));
});

test("a notification of a split message links to the new ticket", async () => {
  const ticket = await desk.open();
  const { agent, messageId } = await whoIsTold(ticket);
  await insertMessage(database.db, { ticket_id: ticket.id, author_id: desk.ana.id });
  const { ticket: made } = await splitTicket(await as(maya), {
    ...{ ...key(), id: ticket.id, messageIds: [messageId], subject: "Another matter" },
  });
  expect(await bellOf(agent)).toEqual([
    { kind: "mentioned", number: made.number },
    { kind: "assigned", number: ticket.number },
  ]);
  await markTicketRead(await as(agent), made.id);
  const { items } = await listNotifications(await as(agent), {});
  expect(items.map(({ unread }) => unread)).toEqual([false, true]);
});

test("viewing the target marks it as read, and people without access are not notified", async () => {
  const [source, target] = [await desk.open(), await desk.open()];
  const { agent } = await whoIsTold(source);
  const marker = (await whoIsTold(source)).agent;
  const scope = { company_scope: "assigned" as const, companies: [desk.acme.id] };
  const narrow = (await whoIsTold(source, scope)).agent;
  await merge(source, target);
  const elsewhere = await insertCompany(database.db);
  await database.db
    .updateTable("tickets")
    .set({ company_id: elsewhere.id })
    .where("id", "=", target.id)
    .execute();
  expect(await bellOf(narrow)).toEqual([]);

  expect(await markTicketRead(await as(agent), target.id)).toMatchObject({ bell: 2 });
  await setReadMarks(await as(marker), { ids: [target.id], unread: true });
  await setReadMarks(await as(marker), { ids: [target.id], unread: false });
  for (const { id } of [agent, marker]) {
    const rows = await database.db
      .selectFrom("notifications")
      .select("read_at")
      .where("user_id", "=", id)
      .execute();
    expect(rows.map(({ read_at }) => read_at)).toEqual([now, now]);
  }
});
