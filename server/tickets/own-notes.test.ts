import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import type { TicketStatus } from "../../shared/tickets/vocabulary.ts";
import { actingAs, refusalOf } from "../../tests/support/acting.ts";
import {
  insertTicket,
  insertUser,
  type TicketRow,
  type UserRow,
} from "../../tests/support/builders.ts";
import { createTestDatabase, type TestDatabase } from "../../tests/support/postgres.ts";
import type { ActorDeps } from "../access/actor.ts";
import { deleteNote, editNote, readOwnNote } from "./own-notes.ts";
import { addNote } from "./reply.ts";
import { updateTicket } from "./update.ts";

let database: TestDatabase;
let maya: UserRow;
let noah: UserRow;
let uma: UserRow;
let ticket: TicketRow;
let deps: ActorDeps;
const key = () => ({ requestId: Bun.randomUUIDv7() });
const minutes = (count: number) => ({
  ...deps,
  now: new Date(deps.now.getTime() + count * 60_000),
});

beforeAll(async () => {
  database = await createTestDatabase();
  const agent = () => insertUser(database.db, { role: "Agent", company_scope: "all" });
  [maya, noah, uma] = [await agent(), await agent(), await agent()];
}, 60_000);
afterAll(() => database.drop());
beforeEach(async () => {
  const { id } = await insertUser(database.db, {});
  ticket = await insertTicket(database.db, { requester_id: id, status: "open" });
  deps = await actingAs(database.db, maya);
});

const note = async (body = "Ask the harbour.", mentions: string[] = []) =>
  (await addNote(deps, { ...key(), id: ticket.id, body, mentions })).messageId;
const stored = async (messageId: string) =>
  (await database.db.selectFrom("messages").select("body").where("id", "=", messageId).execute())[0]
    ?.body;
const events = async () =>
  await database.db
    .selectFrom("ticket_events")
    .select(["kind", "audience"])
    .where("ticket_id", "=", ticket.id)
    .where("kind", "=", "note-changed")
    .execute();
const bells = async () =>
  (
    await database.db
      .selectFrom("notifications")
      .select("user_id")
      .where("ticket_id", "=", ticket.id)
      .orderBy("id")
      .execute()
  ).map(({ user_id }) => user_id);

test("its author edits a note for ten minutes, with an event that customers do not see", async () => {
  const messageId = await note();
  expect(await readOwnNote(deps, { messageId })).toEqual({ body: "Ask the harbour." });
  const input = { ...key(), messageId, body: "Ask the **port**." };
  const { ticket: shown } = await editNote(minutes(9), input);
  const message = shown.timeline.items.find(({ id }) => id === messageId);
  expect(message).toMatchObject({ html: "<p>Ask the <strong>port</strong>.</p>" });
  expect(message).toHaveProperty("editableUntil");
  expect(await events()).toEqual([{ kind: "note-changed", audience: "staff" }]);
  // Sent again after the connection was lost, it is done once.
  await editNote(minutes(9), input);
  expect(await events()).toHaveLength(1);
  const late = editNote(minutes(11), { ...key(), messageId, body: "Later" });
  expect((await refusalOf(late)).code).toBe("undo_too_late");
  expect(await stored(messageId)).toBe("Ask the **port**.");
});

test("people who are mentioned for the first time are notified", async () => {
  const messageId = await note("See this", [noah.id]);
  await editNote(deps, { ...key(), messageId, body: "See this", mentions: [noah.id, uma.id] });
  expect(await bells()).toEqual([noah.id, uma.id]);
  await editNote(deps, { ...key(), messageId, body: "See this", mentions: [uma.id] });
  const mentioned = await database.db
    .selectFrom("message_mentions")
    .select("user_id")
    .where("message_id", "=", messageId)
    .execute();
  expect(mentioned).toEqual([{ user_id: uma.id }]);
});

test("its author deletes a note at any time, with an event", async () => {
  const messageId = await note();
  const { ticket: shown } = await deleteNote(minutes(60), { ...key(), messageId });
  expect(shown.timeline.items.some(({ id }) => id === messageId)).toBe(false);
  expect(await stored(messageId)).toBeUndefined();
  expect(await events()).toHaveLength(1);
});

test("no one changes other people's notes, replies, or a note in a closed ticket", async () => {
  const messageId = await note();
  const asNoah = await actingAs(database.db, noah);
  const edit = (as: ActorDeps) => editNote(as, { ...key(), messageId, body: "Mine" });
  expect((await refusalOf(edit(asNoah))).code).toBe("not_found");
  expect((await refusalOf(deleteNote(asNoah, { ...key(), messageId }))).code).toBe("not_found");
  expect((await refusalOf(readOwnNote(asNoah, { messageId }))).code).toBe("not_found");
  const set = async (from: TicketStatus, status: TicketStatus) =>
    await updateTicket(deps, {
      ...key(),
      id: ticket.id,
      patch: { status },
      from: { status: from },
    });
  await set("open", "resolved");
  await set("resolved", "closed");
  expect((await refusalOf(edit(deps))).code).toBe("ticket_closed");
});
