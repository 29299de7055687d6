import { beforeAll, describe, expect, test } from "bun:test";
import type { DraftKind } from "../../shared/tickets/page.ts";
import { actingAs, refusalOf } from "../../tests/support/acting.ts";
import { insertTicket, insertUser, type UserRow } from "../../tests/support/builders.ts";
import { setUpTestDatabase } from "../../tests/support/test-database.ts";
import { createTicket } from "../tickets/create.ts";
import { mergeTickets } from "../tickets/merge.ts";
import { addNote, replyToTicket } from "../tickets/reply.ts";
import { saveDraft } from "./save-draft.ts";
import { getDrafts } from "./stored-draft.ts";

const database = setUpTestDatabase();
let ana: UserRow;
let maya: UserRow;

beforeAll(async () => {
  ana = await insertUser(database.db);
  maya = await insertUser(database.db, { role: "Agent" });
}, 60_000);

const as = (user: UserRow) => actingAs(database.db, user);

async function keep(user: UserRow, ticketId: string | null, kind: DraftKind, body: string) {
  const place = { ticketId, kind, body, revision: await revisionOf(user, ticketId, kind) };
  const answer = await saveDraft(await as(user), place);
  if (!answer.saved) throw new Error("It was not saved");
  return answer.revision;
}

const draftsOf = async (user: UserRow, ticketId: string | null) =>
  getDrafts(await as(user), { ticketId });

async function revisionOf(user: UserRow, ticketId: string | null, kind: DraftKind) {
  const drafts = await draftsOf(user, ticketId);
  return drafts.find((draft) => draft.kind === kind)?.revision ?? 0;
}

const bodiesOf = async (user: UserRow, ticketId: string | null) =>
  (await draftsOf(user, ticketId)).map(({ body }) => body);

const newTicket = async (given: { merged_into_id?: string; status?: "closed" } = {}) =>
  (await insertTicket(database.db, { requester_id: ana.id, ...given })).id;

const key = () => Bun.randomUUIDv7();

describe("sending deletes the draft", () => {
  test("of a reply, and keeps the note", async () => {
    const id = await newTicket();
    await keep(maya, id, "note", "An aside");
    const draftRevision = await keep(maya, id, "reply", "Here you");
    const input = { requestId: key(), id, body: "Here you are.", draftRevision };
    await replyToTicket(await as(maya), input);
    expect(await bodiesOf(maya, id)).toEqual(["An aside"]);
  });

  test("of a note, keeps the reply, and notifies the author's lists", async () => {
    const id = await newTicket();
    await keep(maya, id, "reply", "Begun");
    const draftRevision = await keep(maya, id, "note", "Mind the gap");
    const news = database.db.selectFrom("live_events").selectAll().where("topic", "=", "drafts");
    const before = (await news.execute()).length;
    await addNote(await as(maya), { requestId: key(), id, body: "Mind the gap", draftRevision });
    expect(await bodiesOf(maya, id)).toEqual(["Begun"]);
    expect((await news.execute()).slice(before)).toMatchObject([{ people_ids: [maya.id] }]);
  });

  test("of a new ticket", async () => {
    const draftRevision = await keep(ana, null, "new", "It is blank.");
    const input = { requestId: key(), subject: "Labels", body: "It is blank.", draftRevision };
    await createTicket(await as(ana), input);
    expect(await draftsOf(ana, null)).toEqual([]);
  });

  test("of a customer's message to a closed ticket, which opens another one", async () => {
    const id = await newTicket({ status: "closed" });
    const draftRevision = await keep(ana, id, "reply", "It is back");
    await replyToTicket(await as(ana), { requestId: key(), id, body: "It is back", draftRevision });
    expect(await draftsOf(ana, id)).toEqual([]);
  });

  test("that moved along with a merge", async () => {
    const target = await newTicket();
    const id = await newTicket({ merged_into_id: target, status: "closed" });
    const draftRevision = await keep(maya, target, "reply", "Begun before");
    const input = { requestId: key(), id, body: "Begun before", draftRevision };
    await replyToTicket(await as(maya), input);
    expect(await draftsOf(maya, target)).toEqual([]);
  });

  test("that had moved along by the time it was sent", async () => {
    const [id, targetId] = [await newTicket(), await newTicket()];
    const draftRevision = await keep(maya, id, "note", "Mind the gap");
    const merge = { requestId: key(), sourceId: id, targetId };
    await mergeTickets(await as(await insertUser(database.db, { role: "Agent" })), merge);
    expect(await bodiesOf(maya, targetId)).toEqual(["Mind the gap"]);
    await addNote(await as(maya), { requestId: key(), id, body: "Mind the gap", draftRevision });
    expect(await draftsOf(maya, targetId)).toEqual([]);
  });
});

describe("the draft stays", () => {
  test("if another device continued it, or the request names none", async () => {
    const id = await newTicket();
    const draftRevision = await keep(maya, id, "reply", "Here");
    await keep(maya, id, "reply", "Here, and more");
    const input = { requestId: key(), id, body: "Here" };
    await replyToTicket(await as(maya), { ...input, draftRevision });
    await replyToTicket(await as(maya), { ...input, requestId: key() });
    expect(await bodiesOf(maya, id)).toEqual(["Here, and more"]);
  });

  test("if the message is refused", async () => {
    const id = await newTicket({ status: "closed" });
    const draftRevision = await keep(maya, id, "reply", "Too late");
    const input = { requestId: key(), id, body: "Too late", draftRevision };
    expect((await refusalOf(replyToTicket(await as(maya), input))).code).toBe("ticket_closed");
    expect(await bodiesOf(maya, id)).toEqual(["Too late"]);
  });

  test("if the same request is repeated, whatever draft it names", async () => {
    const id = await newTicket();
    const draftRevision = await keep(maya, id, "reply", "Once");
    const input = { requestId: key(), id, body: "Once" };
    const sent = await replyToTicket(await as(maya), { ...input, draftRevision });
    const next = await keep(maya, id, "reply", "The next one");
    const again = await replyToTicket(await as(maya), { ...input, draftRevision: next });
    expect(again.messageId).toBe(sent.messageId);
    expect(await bodiesOf(maya, id)).toEqual(["The next one"]);

    const opening = { requestId: key(), subject: "Once", body: "Once" };
    const [first, second] = [
      await createTicket(await as(ana), { ...opening, draftRevision: 7 }),
      await createTicket(await as(ana), opening),
    ];
    expect(second.ticket.id).toBe(first.ticket.id);
  });
});
