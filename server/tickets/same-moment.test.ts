import { afterAll, beforeAll, expect, test } from "bun:test";
import { actingAs, change } from "../../tests/support/acting.ts";
import type { TicketRow, UserRow } from "../../tests/support/builders.ts";
import type { TestDatabase } from "../../tests/support/postgres.ts";
import { createSmallDesk, now, type SmallDesk } from "../../tests/support/small-desk.ts";
import { storedTicket } from "../../tests/support/stored.ts";
import { getTicket } from "./details.ts";
import { mergeTickets, unmergeTicket } from "./merge.ts";
import { releaseReply } from "./release.ts";
import { addNote, replyToTicket } from "./reply.ts";
import { undoAct } from "./undo.ts";
import { rateTicket, reopenTicket, solveTicket, updateTicket } from "./update.ts";

let database: TestDatabase;
let ana: UserRow;
let maya: UserRow;
let open: SmallDesk["open"];

beforeAll(async () => {
  ({ database, ana, maya, open } = await createSmallDesk());
}, 60_000);
afterAll(() => database.drop());

/** All in one millisecond, as on two servers whose clocks differ: no clock says who acts later. */
const as = (user: UserRow) => actingAs(database.db, user, now);
const key = () => ({ requestId: Bun.randomUUIDv7() });
const row = ({ id }: TicketRow) => storedTicket(database.db, id);

async function write(by: UserRow, { id }: TicketRow) {
  return await replyToTicket(await as(by), { ...key(), id, body: "Here you are." });
}

async function release({ messageId }: { messageId: string }, at = now) {
  await database.db
    .updateTable("messages")
    .set({ release_at: new Date(Date.now() - 1000) })
    .where("id", "=", messageId)
    .execute();
  while (await releaseReply(database.db, at));
}

test("a customer who writes in the same moment as a reply waits for us", async () => {
  const ticket = await open();
  const sent = await write(maya, ticket);
  await write(ana, ticket);
  await release(sent);
  expect(await row(ticket)).toMatchObject({ waiting_for: "us", staff_reply_count: 1 });
});

test("a reply in the same moment as the message it answers makes the ticket wait for the customer", async () => {
  const ticket = await open();
  await write(ana, ticket);
  await release(await write(maya, ticket));
  expect(await row(ticket)).toMatchObject({ waiting_for: "customer", staff_reply_count: 1 });
});

test("a reply sent in the moment of a change keeps the waiting state when the change is undone", async () => {
  const ticket = await open();
  const sent = await write(maya, ticket);
  const pending = change(await row(ticket), { status: "pending" });
  const { actId } = await updateTicket(await as(maya), pending);
  await release(sent);
  await undoAct(await as(maya), { ...key(), actId });
  expect(await row(ticket)).toMatchObject({ status: "open", waiting_for: "customer" });
});

test("a ticket that is resolved again in the same moment can be rated again", async () => {
  const ticket = await open();
  const deps = await as(ana);
  for (const rating of ["bad", "good"] as const) {
    await solveTicket(deps, { ...key(), id: ticket.id });
    await rateTicket(deps, { ...key(), id: ticket.id, rating, comment: "" });
    if (rating === "bad") await reopenTicket(deps, { ...key(), id: ticket.id });
  }
  expect(await row(ticket)).toMatchObject({ rating: "good", reopen_count: 1 });
});

test("a message from the moment of a merge does not notify again when the merge is undone", async () => {
  const [source, target] = [await open(), await open()];
  await write(ana, source);
  await updateTicket(await as(maya), change(await row(source), { status: "pending" }));
  const [sourceId, targetId] = [source.id, target.id];
  await mergeTickets(await as(maya), { ...key(), sourceId, targetId });
  await unmergeTicket(await as(maya), { ...key(), sourceId });
  expect(await row(source)).toMatchObject({ status: "pending", waiting_for: "customer" });
});

test("messages of the same moment are shown in the order in which they were written", async () => {
  const ticket = await open();
  const written: string[] = [];
  for (const number of [3, 1, 4, 2]) {
    const note = { ...key(), id: ticket.id, body: "She waits." };
    const { messageId } =
      number > 2 ? await write(ana, ticket) : await addNote(await as(maya), note);
    // Ids of one moment have no order if two servers made them.
    const id = `${ticket.id.slice(0, -1)}${number}`;
    await database.db.deleteFrom("outgoing_mails").where("message_id", "=", messageId).execute();
    await database.db.updateTable("messages").set({ id }).where("id", "=", messageId).execute();
    written.push(id);
  }
  const { timeline } = await getTicket(await as(maya), ticket);
  const shown = timeline.items.filter(({ kind }) => kind === "message").map(({ id }) => id);
  expect([shown, shown.toReversed()]).toContainEqual(written);
});
