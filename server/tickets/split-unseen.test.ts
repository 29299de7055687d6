import { afterAll, beforeAll, expect, test } from "bun:test";
import { actingAs } from "../../tests/support/acting.ts";
import { insertMessage, type TicketRow } from "../../tests/support/builders.ts";
import type { TestDatabase } from "../../tests/support/postgres.ts";
import { createSmallDesk, now, type SmallDesk } from "../../tests/support/small-desk.ts";
import { storedLiveEvents, storedTicket } from "../../tests/support/stored.ts";
import { saveDraft } from "../drafts/save-draft.ts";
import { getDrafts } from "../drafts/stored-draft.ts";
import { splitTicket } from "./split.ts";
import { undoAct } from "./undo.ts";

let database: TestDatabase;
let desk: SmallDesk;

beforeAll(async () => {
  desk = await createSmallDesk();
  database = desk.database;
}, 60_000);
afterAll(() => database.drop());

async function write(ticket: TicketRow, kind: "public" | "note"): Promise<string> {
  const { id } = await insertMessage(database.db, {
    ...{ ticket_id: ticket.id, author_id: desk.maya.id, kind, created_at: ticket.created_at },
  });
  return id;
}

async function splitAndUndo(origin: TicketRow, messageIds: string[], between?: Between) {
  const deps = await actingAs(database.db, desk.maya, now);
  const key = () => ({ requestId: Bun.randomUUIDv7() });
  const wanted = { ...key(), id: origin.id, messageIds, subject: "The other thing" };
  const { actId, ticket } = await splitTicket(deps, wanted);
  await between?.(ticket.id);
  await undoAct(deps, { ...key(), actId });
}

type Between = (madeId: string) => Promise<unknown>;

test("a customer notices nothing in a ticket that only notes leave and return to", async () => {
  const origin = await desk.open();
  await write(origin, "public");
  const note = await write(origin, "note");
  await splitAndUndo(origin, [note]);
  const { version, publicly_updated_at } = await storedTicket(database.db, origin.id);
  expect(publicly_updated_at).toEqual(origin.publicly_updated_at);
  expect(version).toBe(3);
  const told = await storedLiveEvents(database.db, origin.id);
  expect(told.map(({ audience }) => audience)).toEqual(["staff", "staff"]);
});

test("a draft started in the ticket of a split moves back with it", async () => {
  const origin = await desk.open();
  await write(origin, "public");
  const other = await write(origin, "public");
  const noah = await actingAs(database.db, desk.noah, now);
  const begin = (ticketId: string) =>
    saveDraft(noah, { ticketId, kind: "note", body: "Look at the fuse.", form: null, revision: 0 });
  await splitAndUndo(origin, [other], begin);
  const drafts = await getDrafts(noah, { ticketId: origin.id });
  expect(drafts.map(({ kind, body }) => [kind, body])).toEqual([["note", "Look at the fuse."]]);
});
