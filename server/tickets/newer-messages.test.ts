import { beforeEach, describe, expect, test } from "bun:test";
import type { ReplyInput } from "../../shared/schemas/ticket-acts.ts";
import { actingAs, refusalOf } from "../../tests/support/acting.ts";
import { insertMessage, type TicketRow, type UserRow } from "../../tests/support/builders.ts";
import { now, setUpSmallDesk } from "../../tests/support/small-desk.ts";
import { storedTicket } from "../../tests/support/stored.ts";
import { mergeTickets, unmergeTicket } from "./merge.ts";
import { addNote, replyToTicket } from "./reply.ts";
import { undoReply } from "./undo-reply.ts";

const { database, ana, maya, noah, open } = setUpSmallDesk();
let ticket: TicketRow;

beforeEach(async () => {
  ticket = await open();
});

async function reply(by: UserRow, given: Partial<ReplyInput>) {
  const requestId = Bun.randomUUIDv7();
  const deps = await actingAs(database.db, by, now);
  return await replyToTicket(deps, { requestId, id: ticket.id, body: "Here you are.", ...given });
}

describe("messages since a reply was started", () => {
  const write = async (author: UserRow, minute: number, given: object = {}) => {
    const at = new Date(Date.UTC(2026, 10, 20, 11, minute));
    const { id } = await insertMessage(database.db, {
      ...{ ticket_id: ticket.id, author_id: author.id, created_at: at, ...given },
    });
    return id;
  };
  const cameBetween = async (by: UserRow, seenMessageId: string | null) =>
    (await refusalOf(reply(by, { seenMessageId }))).details.cameBetween?.map(({ id }) => id);

  test("are shown in the order in which they came", async () => {
    const seen = await write(ana, 1);
    const [first, second] = [await write(ana, 2), await write(noah, 3, { kind: "note" })];
    expect(await cameBetween(maya, seen)).toEqual([first, second]);
  });

  test("are of this ticket, by someone else, and not redacted", async () => {
    const seen = await write(ana, 1);
    const other = await open();
    await write(ana, 2, { ticket_id: other.id, home_ticket_id: other.id });
    await write(ana, 3, { redacted_at: now, body: "" });
    await write(maya, 4);
    const { messageId } = await reply(maya, { seenMessageId: seen });
    expect(messageId).not.toBe("");
  });

  test("for a customer are those that became public, even if they had seen nothing yet", async () => {
    await write(maya, 1, { kind: "note" });
    await write(maya, 2, { released_at: null, release_at: new Date("2026-12-01T10:00:00Z") });
    await reply(ana, { seenMessageId: null });
    const answer = await write(maya, 4);
    expect(await cameBetween(ana, null)).toEqual([answer]);
  });

  test("are found by time, even if the message that was seen has been undone since", async () => {
    await write(ana, 1);
    const theirs = await reply(noah, {});
    await undoReply(await actingAs(database.db, noah, now), theirs);
    await reply(maya, { seenMessageId: theirs.messageId });
    // By a server whose clock is behind: its ids come before those of the others.
    const { updated_at } = await storedTicket(database.db, ticket.id);
    const created_at = new Date(updated_at.getTime() + 1);
    const id = Bun.randomUUIDv7("hex", now.getTime() - 3_600_000);
    await insertMessage(database.db, { id, ticket_id: ticket.id, author_id: ana.id, created_at });
    expect(await cameBetween(maya, theirs.messageId)).toEqual([id]);
  });

  test("include merged ones, even if the merge note was on the screen and is undone since", async () => {
    await write(ana, 1);
    const [{ id: sourceId }, deps] = [await open(), await actingAs(database.db, noah, now)];
    const merging = { requestId: Bun.randomUUIDv7(), sourceId, targetId: ticket.id };
    const { actId } = await mergeTickets(deps, merging);
    const { id: seen } = await database.db
      .selectFrom("messages")
      .select("id")
      .where("ticket_id", "=", ticket.id)
      .where("act_id", "=", actId)
      .executeTakeFirstOrThrow();
    await unmergeTicket(deps, { requestId: Bun.randomUUIDv7(), sourceId });
    await reply(maya, { seenMessageId: seen });
    const { updated_at } = await storedTicket(database.db, ticket.id);
    const created_at = new Date(updated_at.getTime() + 1);
    const since = await insertMessage(database.db, {
      ...{ ticket_id: ticket.id, author_id: ana.id, created_at },
    });
    expect(await cameBetween(maya, seen)).toEqual([since.id]);
  });

  test("are all messages if the request names none that was seen", async () => {
    const [first, second] = [await write(ana, 1), await write(ana, 2)];
    expect(await cameBetween(maya, Bun.randomUUIDv7())).toEqual([first, second]);
  });

  test("are not asked for by a note", async () => {
    await write(ana, 1);
    const deps = await actingAs(database.db, maya, now);
    const requestId = Bun.randomUUIDv7();
    const { messageId } = await addNote(deps, { requestId, id: ticket.id, body: "Hm." });
    expect(messageId).not.toBe("");
  });
});
