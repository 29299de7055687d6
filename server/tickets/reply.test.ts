import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { sql } from "kysely";
import type { ReplyInput } from "../../shared/schemas/ticket-acts.ts";
import type { TicketStatus } from "../../shared/tickets/vocabulary.ts";
import { actDuring } from "../../tests/support/act-during.ts";
import { actingAs, change, refusalOf } from "../../tests/support/acting.ts";
import {
  type CompanyRow,
  insertCompany,
  insertFile,
  insertMessage,
  insertTicket,
  insertUser,
  type UserRow,
} from "../../tests/support/builders.ts";
import { createTestDatabase, type TestDatabase } from "../../tests/support/postgres.ts";
import { storedTicket } from "../../tests/support/stored.ts";
import { saveDraft } from "../drafts/save-draft.ts";
import { getDrafts } from "../drafts/stored-draft.ts";
import { createTicket } from "./create.ts";
import { getTicket, readTicketDetails } from "./details.ts";
import { merge } from "./merge.ts";
import { redactMessage } from "./redact.ts";
import { nextRelease, releaseReply } from "./release.ts";
import { addNote, replyToTicket } from "./reply.ts";
import { undoAct } from "./undo.ts";
import { undoReply } from "./undo-reply.ts";
import { updateTicket } from "./update.ts";

let database: TestDatabase;
let company: CompanyRow;
let ana: UserRow;
let maya: UserRow;
let noah: UserRow;
let now = new Date("2026-11-21T12:00:00.000Z");

beforeAll(async () => {
  database = await createTestDatabase();
  company = await insertCompany(database.db);
  ana = await insertUser(database.db, { companies: [company.id] });
  maya = await insertUser(database.db, { role: "Agent" });
  noah = await insertUser(database.db, { role: "Agent", first_name: "Noah", last_name: "Weber" });
}, 60_000);
afterAll(() => database.drop());
beforeEach(() => {
  now = new Date(now.getTime() + 60_000);
});

const as = (user: UserRow) => actingAs(database.db, user, now);

function ticketOfAna(given: { status?: TicketStatus; subject?: string } = {}) {
  return insertTicket(database.db, {
    requester_id: ana.id,
    company_id: company.id,
    created_at: new Date("2026-11-20T12:00:00.000Z"),
    ...given,
  });
}

/** A message of hers, a second ago. */
async function anaWrote(ticket_id: string): Promise<string> {
  const { id } = await insertMessage(database.db, {
    ticket_id,
    author_id: ana.id,
    created_at: now,
  });
  now = new Date(now.getTime() + 1000);
  return id;
}

async function reply(by: UserRow, id: string, given: Partial<ReplyInput> = {}) {
  const requestId = Bun.randomUUIDv7();
  return await replyToTicket(await as(by), { requestId, id, body: "Here you are.", ...given });
}

/** Eight seconds later by the database's clock. */
async function letTimePass(messageId: string) {
  await database.db
    .updateTable("messages")
    .set({ release_at: new Date(Date.now() - 1000) })
    .where("id", "=", messageId)
    .execute();
}

async function release(messageId: string) {
  await letTimePass(messageId);
  while (await releaseReply(database.db, now));
}

async function clockOfDatabase(): Promise<number> {
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(database.db);
  return rows[0]?.at.getTime() ?? Number.NaN;
}

const row = (id: string) => storedTicket(database.db, id);

const messagesOf = (id: string) =>
  database.db.selectFrom("messages").selectAll().where("ticket_id", "=", id).execute();

describe("a reply by staff", () => {
  test("opens a new ticket immediately, assigns no one, and only colleagues see it until it is sent", async () => {
    const ticket = await ticketOfAna();
    const begun = await clockOfDatabase();
    const { messageId, ticket: shown } = await reply(maya, ticket.id);
    const took = (await clockOfDatabase()) - begun;
    expect(shown.status).toBe("open");
    expect(shown.assignee).toBeNull();
    const [mine] = shown.timeline.items.filter((item) => item.kind === "message");
    expect(mine).toMatchObject({ id: messageId, state: "sending", mine: true });
    expect(mine?.releaseInMs).toBeWithin(8000 - took, 8001);

    const forNoah = await getTicket(await as(noah), ticket);
    expect(forNoah.timeline.items).toContainEqual(
      expect.objectContaining({ id: messageId, state: "sending", mine: false }),
    );
    const forAna = await getTicket(await as(ana), ticket);
    expect(forAna.status).toBe("open");
    expect(JSON.stringify(forAna)).not.toContain(messageId);

    await release(messageId);
    expect(JSON.stringify(await getTicket(await as(ana), ticket))).toContain(messageId);
  });

  test("sets its status in the same action: both or neither", async () => {
    const ticket = await ticketOfAna({ status: "open" });
    const { ticket: shown } = await reply(maya, ticket.id, {
      ...{ status: "resolved", from: { status: "open" } },
    });
    expect(shown.status).toBe("resolved");
    expect(shown.assignee?.id).toBe(maya.id);

    const closed = await ticketOfAna({ status: "on-hold" });
    const given = { status: "closed", from: { status: "on-hold" } } as const;
    const error = await refusalOf(reply(maya, closed.id, given));
    expect(error.code).toBe("illegal_move");
    expect(await messagesOf(closed.id)).toEqual([]);
  });

  test("with a status carries the status that its author saw", async () => {
    const ticket = await ticketOfAna();
    const error = await refusalOf(reply(maya, ticket.id, { status: "pending" }));
    expect(error.details.fields?.[0]?.field).toBe("from");
  });

  test("is refused with a status that someone else changed in the meantime", async () => {
    const ticket = await ticketOfAna({ status: "open" });
    await updateTicket(await as(noah), change(ticket, { status: "on-hold" }));
    const given = { status: "pending", from: { status: "open" } } as const;
    const error = await refusalOf(reply(maya, ticket.id, given));
    expect(error.code).toBe("ticket_conflict");
    expect(error.details.conflicts?.[0]).toMatchObject({ field: "status", theirs: "On hold" });
    expect(await messagesOf(ticket.id)).toEqual([]);
  });

  test("includes the changes of a macro, in one action that Undo reverts", async () => {
    const ticket = await ticketOfAna({ status: "open" });
    const sent: Partial<ReplyInput> = {
      status: "pending",
      changes: { priority: "high", assigneeId: noah.id, addTags: ["refund"] },
    };
    expect((await refusalOf(reply(maya, ticket.id, sent))).code).toBe("invalid_input");
    const { messageId, ticket: shown } = await reply(maya, ticket.id, {
      ...{ ...sent, from: { status: "open", priority: "normal", assigneeId: null } },
    });
    expect(shown).toMatchObject({ status: "pending", assignee: { id: noah.id } });
    expect(shown.staff).toMatchObject({ priority: "high", tags: ["refund"], version: 2 });
    const back = await undoReply(await as(maya), { messageId });
    expect(back.ticket).toMatchObject({ status: "open", assignee: null });
    expect(back.ticket.staff).toMatchObject({ priority: "normal", tags: [] });
  });

  test("with changes is all or nothing", async () => {
    const ticket = await ticketOfAna({ status: "open" });
    const outside = { changes: { assigneeId: ana.id }, from: { assigneeId: null } };
    expect((await refusalOf(reply(maya, ticket.id, outside))).code).toBe("out_of_scope");
    await updateTicket(await as(noah), change(ticket, { priority: "urgent" }));
    const overtaken = {
      ...{ changes: { priority: "low" as const }, from: { priority: "normal" as const } },
    };
    const error = await refusalOf(reply(maya, ticket.id, overtaken));
    expect(error.details.conflicts?.[0]).toMatchObject({ field: "priority", theirs: "Urgent" });
    expect(await messagesOf(ticket.id)).toEqual([]);
    const byCustomer = { changes: { priority: "low" as const } };
    expect((await refusalOf(reply(ana, ticket.id, byCustomer))).code).toBe("invalid_input");
  });

  test("to a closed ticket is refused", async () => {
    const ticket = await ticketOfAna({ status: "closed" });
    expect((await refusalOf(reply(maya, ticket.id))).code).toBe("ticket_closed");
  });

  test("sent twice exists once; the same key with other text is refused", async () => {
    const ticket = await ticketOfAna();
    const requestId = Bun.randomUUIDv7();
    const [one, other] = await Promise.all([
      reply(maya, ticket.id, { requestId }),
      reply(maya, ticket.id, { requestId }),
    ]);
    expect(one.messageId).toBe(other.messageId);
    expect(await messagesOf(ticket.id)).toHaveLength(1);
    const error = await refusalOf(reply(maya, ticket.id, { requestId, body: "Other words" }));
    expect(error.code).toBe("request_reused");
  });

  test("asks first if messages arrived in between, and shows them", async () => {
    const ticket = await ticketOfAna();
    const seen = await anaWrote(ticket.id);
    const came = await addNote(await as(noah), {
      requestId: Bun.randomUUIDv7(),
      id: ticket.id,
      body: "I am **on it**.",
    });
    const error = await refusalOf(reply(maya, ticket.id, { seenMessageId: seen }));
    expect(error.code).toBe("came_between");
    expect(error.details.cameBetween).toMatchObject([
      { id: came.messageId, state: "note", html: "<p>I am <strong>on it</strong>.</p>" },
    ]);
    await reply(maya, ticket.id, { seenMessageId: seen, sendAnyway: true });
    // The author's own message is not new to them, nor is one that they saw.
    await reply(maya, ticket.id, { seenMessageId: came.messageId });
    const nothingSeen = await refusalOf(reply(maya, ticket.id, { seenMessageId: null }));
    expect(nothingSeen.details.cameBetween).toHaveLength(2);
  });

  test("to a ticket merged in the meantime goes to the merge target", async () => {
    const source = await ticketOfAna({ status: "closed" });
    const target = await ticketOfAna();
    await database.db
      .updateTable("tickets")
      .set({ merged_into_id: target.id })
      .where("id", "=", source.id)
      .execute();
    const { ticket } = await reply(maya, source.id);
    expect(ticket.number).toBe(target.number);
    expect((await getTicket(await as(ana), source)).number).toBe(target.number);
  });
});

describe("release", () => {
  test("sets the reply times and who is waited for", async () => {
    const ticket = await ticketOfAna();
    const { messageId } = await reply(maya, ticket.id);
    expect(await row(ticket.id)).toMatchObject({ waiting_for: "us", staff_reply_count: 0 });
    const before = await row(ticket.id);
    now = new Date(now.getTime() + 8000);
    await release(messageId);
    expect(await row(ticket.id)).toMatchObject({
      waiting_for: "customer",
      waiting_since: now,
      first_staff_reply_at: now,
      last_staff_reply_at: now,
      publicly_updated_at: now,
      staff_reply_count: 1,
      version: before.version + 1,
    });
    const [message] = await messagesOf(ticket.id);
    expect(message?.released_at).toEqual(now);
    const live = await database.db
      .selectFrom("live_events")
      .select(["audience", "version"])
      .where("subject_id", "=", ticket.id)
      .orderBy("version", "desc")
      .executeTakeFirst();
    expect(live).toEqual({ audience: "everyone", version: before.version + 1 });
  });

  test("keeps the ticket waiting for us if the customer wrote in between", async () => {
    const ticket = await ticketOfAna();
    const { messageId } = await reply(maya, ticket.id);
    now = new Date(now.getTime() + 2000);
    await reply(ana, ticket.id);
    now = new Date(now.getTime() + 8000);
    await release(messageId);
    expect(await row(ticket.id)).toMatchObject({ waiting_for: "us", staff_reply_count: 1 });
  });

  test("while the ticket is resolved makes it wait for the customer after an Undo reopens it", async () => {
    const turnAfter = async (overtaken: boolean) => {
      const ticket = await ticketOfAna({ status: "open" });
      const { messageId } = await reply(maya, ticket.id);
      if (overtaken) await reply(ana, ticket.id);
      const resolve = change(await row(ticket.id), { status: "resolved" });
      const { actId } = await updateTicket(await as(maya), resolve);
      now = new Date(now.getTime() + 8000);
      await release(messageId);
      await undoAct(await as(maya), { requestId: Bun.randomUUIDv7(), actId });
      return await row(ticket.id);
    };
    const answered = await turnAfter(false);
    expect(answered).toMatchObject({ status: "open", waiting_for: "customer", waiting_since: now });
    expect(await turnAfter(true)).toMatchObject({ status: "open", waiting_for: "us" });
  });

  test("does not happen before its time, nor for a redacted message", async () => {
    const ticket = await ticketOfAna();
    const { messageId } = await reply(maya, ticket.id);
    expect(await releaseReply(database.db, now)).toBe(false);
    expect(await nextRelease(database.db)).toBeLessThanOrEqual(8000);
    // In an hour, however long this test takes.
    await database.db
      .updateTable("messages")
      .set({ release_at: sql`clock_timestamp() + interval '1 hour'` })
      .where("released_at", "is", null)
      .execute();
    expect(await nextRelease(database.db)).toBeWithin(3_000_000, 3_600_001);
    expect(await releaseReply(database.db, now)).toBe(false);
    await database.db
      .updateTable("messages")
      .set({ redacted_at: now, body: "" })
      .where("id", "=", messageId)
      .execute();
    await release(messageId);
    expect((await messagesOf(ticket.id))[0]?.released_at).toBeNull();
    const shown = await getTicket(await as(maya), ticket);
    expect(shown.timeline.items).toContainEqual(
      expect.objectContaining({ id: messageId, redacted: true, html: "", releaseAt: null }),
    );
  });

  test("places a reply where it became public, after messages written in the meantime", async () => {
    const ticket = await ticketOfAna();
    const first = await reply(maya, ticket.id);
    now = new Date(now.getTime() + 1000);
    const second = await reply(ana, ticket.id);
    const orderNow = async () =>
      (await getTicket(await as(maya), ticket)).timeline.items
        .filter((item) => item.kind === "message")
        .map(({ id }) => id);
    expect(await orderNow()).toEqual([second.messageId, first.messageId]);
    now = new Date(now.getTime() + 8000);
    await release(first.messageId);
    expect(await orderNow()).toEqual([second.messageId, first.messageId]);
  });
});

describe("undo of a reply", () => {
  test("removes it, restores New and puts the text above a draft started since", async () => {
    const ticket = await ticketOfAna();
    const { messageId, ticket: sent } = await reply(maya, ticket.id, { body: "First words" });
    const place = { ticketId: ticket.id, kind: "reply" as const };
    await saveDraft(await as(maya), { ...place, revision: 0, body: "begun since" });
    const [begun] = await getDrafts(await as(maya), { ticketId: ticket.id });
    const { ticket: shown, draft } = await undoReply(await as(maya), { messageId });
    expect(shown.status).toBe("new");
    expect(shown.staff?.version).toBe((sent.staff?.version ?? 0) + 1);
    expect(draft).toMatchObject({
      ...{ kind: "reply", body: "First words\n\nbegun since" },
      revision: (begun?.revision ?? 0) + 1,
    });
    expect(await getDrafts(await as(maya), { ticketId: ticket.id })).toEqual([draft]);
    expect(await messagesOf(ticket.id)).toEqual([]);
    const events = shown.timeline.items.filter((item) => item.kind === "event");
    expect(events.map(({ change }) => change.kind)).toEqual([
      "status",
      "undone",
      "reply-taken-back",
    ]);
    // Sent again after the connection was lost.
    expect((await undoReply(await as(maya), { messageId })).draft).toEqual(draft);
    expect(
      await database.db
        .selectFrom("status_spans")
        .selectAll()
        .where("ticket_id", "=", ticket.id)
        .execute(),
    ).toMatchObject([{ status: "new", ended_at: null }]);
  });

  test("of the first reply to a ticket is answered again if its answer was lost", async () => {
    const { ticket } = await createTicket(await as(maya), {
      ...{ requestId: Bun.randomUUIDv7(), subject: "Labels", body: "You called." },
      requesterId: ana.id,
    });
    const [message] = await messagesOf(ticket.id);
    const takeBack = async () => undoReply(await as(maya), { messageId: message?.id ?? "" });
    const { draft } = await takeBack();
    expect(draft.body).toBe("You called.");
    expect((await takeBack()).draft).toEqual(draft);
  });

  test("returns its files to the draft, before files added since", async () => {
    const ticket = await ticketOfAna();
    const file = (name: string) => insertFile(database.db, { uploader_id: maya.id, name });
    const [first, second, since] = [await file("a.txt"), await file("b.txt"), await file("c.txt")];
    const fileIds = [second.id, first.id];
    const { messageId } = await reply(maya, ticket.id, { body: "Both", fileIds });
    const form = { files: [{ id: since.id, name: "c.txt" }] };
    await saveDraft(await as(maya), {
      ...{ ticketId: ticket.id, kind: "reply", revision: 0, body: "", form },
    });
    const { draft } = await undoReply(await as(maya), { messageId });
    const shown = { type: "text/plain", size: 1, isImage: false, width: null, height: null };
    expect(draft.form).toEqual({
      files: [
        { id: second.id, name: "b.txt", ...shown },
        { id: first.id, name: "a.txt", ...shown },
        ...form.files,
      ],
    });
    await reply(maya, ticket.id, { fileIds });
  });

  test("allows the same text to be sent again, but only with a new key", async () => {
    const ticket = await ticketOfAna();
    const requestId = Bun.randomUUIDv7();
    const { messageId } = await reply(maya, ticket.id, { requestId });
    await undoReply(await as(maya), { messageId });
    expect((await refusalOf(reply(maya, ticket.id, { requestId }))).code).toBe("request_reused");
    await reply(maya, ticket.id);
    expect(await messagesOf(ticket.id)).toHaveLength(1);
  });

  test("keeps a status that someone changed since, and removes the message anyway", async () => {
    const ticket = await ticketOfAna({ status: "open" });
    const { messageId } = await reply(maya, ticket.id, {
      ...{ status: "pending", from: { status: "open" } },
    });
    await updateTicket(await as(noah), change(await row(ticket.id), { status: "on-hold" }));
    const { ticket: shown } = await undoReply(await as(maya), { messageId });
    expect(shown.status).toBe("on-hold");
    expect(await messagesOf(ticket.id)).toEqual([]);
  });

  test("is for the author only, and too late once the message is sent", async () => {
    const ticket = await ticketOfAna();
    const { messageId } = await reply(maya, ticket.id);
    expect((await refusalOf(undoReply(await as(noah), { messageId }))).code).toBe("not_found");
    await release(messageId);
    const error = await refusalOf(undoReply(await as(maya), { messageId }));
    expect(error.code).toBe("already_released");
    expect(await getDrafts(await as(maya), { ticketId: ticket.id })).toEqual([]);
    const gone = await reply(maya, ticket.id);
    await undoReply(await as(maya), gone);
    expect((await refusalOf(undoReply(await as(noah), gone))).code).toBe("not_found");
  });

  test("does not remove a note or a redacted message", async () => {
    const ticket = await ticketOfAna();
    const note = { requestId: Bun.randomUUIDv7(), id: ticket.id, body: "Ask them" };
    const { messageId: noteId } = await addNote(await as(maya), note);
    const refused = await refusalOf(undoReply(await as(maya), { messageId: noteId }));
    expect(refused.code).toBe("not_found");
    const { messageId } = await reply(maya, ticket.id);
    await redactMessage(await as(maya), messageId);
    const error = await refusalOf(undoReply(await as(maya), { messageId }));
    expect(error.code).toBe("already_released");
    // An author who redacted a secret in time must not read that it was sent.
    expect(error.message).toBe(
      "The reply was redacted. It will never be sent and its text is deleted.",
    );
    expect(await messagesOf(ticket.id)).toHaveLength(2);
  });

  test("or redaction finds it in the target if its ticket is merged at that moment", async () => {
    const deps = await as(maya);
    const mergedMeanwhile = async (act: (message: { messageId: string }) => Promise<unknown>) => {
      const [source, target] = [await ticketOfAna(), await ticketOfAna()];
      const { messageId } = await reply(maya, source.id);
      const tickets = { sourceId: source.id, targetId: target.id };
      await actDuring(
        database,
        (tx) => merge(tx, deps, Bun.randomUUIDv7(), tickets),
        () => act({ messageId }),
      );
      return (await messagesOf(target.id)).find(({ id }) => id === messageId);
    };
    expect(await mergedMeanwhile((message) => undoReply(deps, message))).toBeUndefined();
    const redacted = await mergedMeanwhile(({ messageId }) => redactMessage(deps, messageId));
    expect(redacted?.body).toBe("");
  });

  test("makes its key unusable even if nothing released it for long, and only that key", async () => {
    const ticket = await ticketOfAna({ status: "open" });
    const sent = { requestId: Bun.randomUUIDv7(), id: ticket.id, body: "Here you are." };
    const other = { ...sent, requestId: Bun.randomUUIDv7() };
    const { messageId } = await replyToTicket(await as(maya), sent);
    const { actId } = await replyToTicket(await as(maya), other);
    now = new Date(now.getTime() + 11 * 60_000);
    await undoReply(await as(maya), { messageId });
    const again = replyToTicket(await as(maya), sent);
    expect((await refusalOf(again)).code).toBe("request_reused");
    expect((await replyToTicket(await as(maya), other)).actId).toBe(actId);
  });

  test("races release: one wins, and the other is refused", async () => {
    for (let round = 0; round < 25; round++) {
      const ticket = await ticketOfAna();
      const { messageId } = await reply(maya, ticket.id);
      await letTimePass(messageId);
      const deps = await as(maya);
      const [undo, released] = await Promise.allSettled([
        undoReply(deps, { messageId }),
        releaseReply(database.db, now).then((first) => first || releaseReply(database.db, now)),
      ]);
      const left = await messagesOf(ticket.id);
      if (undo.status === "fulfilled") {
        expect(left).toEqual([]);
        expect(await row(ticket.id)).toMatchObject({ status: "new", staff_reply_count: 0 });
      } else {
        expect(undo.reason).toMatchObject({ code: "already_released" });
        expect(left).toMatchObject([{ released_at: expect.any(Date) }]);
        expect(await row(ticket.id)).toMatchObject({ status: "open", staff_reply_count: 1 });
      }
      expect(released.status).toBe("fulfilled");
    }
  }, 60_000);
});

describe("a customer's message", () => {
  test.each(["pending", "on-hold", "resolved"] as const)(
    "is public immediately, reopens from %s and ends a snooze",
    async (status) => {
      const ticket = await ticketOfAna({ status });
      await database.db
        .updateTable("tickets")
        .set({ snoozed_until: new Date("2026-12-24T12:00:00Z") })
        .where("id", "=", ticket.id)
        .execute();
      const { ticket: shown, messageId } = await reply(ana, ticket.id);
      expect(shown.status).toBe("open");
      expect(shown.staff).toBeUndefined();
      expect(shown.timeline.items).toContainEqual(
        expect.objectContaining({ id: messageId, state: "public" }),
      );
      expect(await row(ticket.id)).toMatchObject({
        waiting_for: "us",
        snoozed_until: null,
        last_customer_message_at: now,
        publicly_updated_at: now,
      });
    },
  );

  test("sets no status", async () => {
    const ticket = await ticketOfAna();
    const error = await refusalOf(reply(ana, ticket.id, { status: "resolved" }));
    expect(error.details.fields?.[0]?.field).toBe("status");
  });

  test("reveals nothing of notes and replies that are being sent", async () => {
    const ticket = await ticketOfAna();
    const seen = await anaWrote(ticket.id);
    await insertMessage(database.db, {
      ...{ ticket_id: ticket.id, author_id: maya.id, kind: "note", created_at: now },
    });
    const sending = await reply(maya, ticket.id);
    await reply(ana, ticket.id, { seenMessageId: seen });
    now = new Date(now.getTime() + 8000);
    await release(sending.messageId);
    const error = await refusalOf(reply(ana, ticket.id, { seenMessageId: seen }));
    expect(error.details.cameBetween).toMatchObject([{ id: sending.messageId, state: "public" }]);
  });

  test("to a closed ticket opens one follow-up, linked to it", async () => {
    const ticket = await ticketOfAna({ status: "closed", subject: "x".repeat(299) });
    const requestId = Bun.randomUUIDv7();
    const first = await reply(ana, ticket.id, { requestId, body: "It is back." });
    const again = await reply(ana, ticket.id, { requestId, body: "It is back." });
    expect(again.ticket.number).toBe(first.ticket.number);
    expect(again.messageId).toBe(first.messageId);
    expect(first.ticket).toMatchObject({
      status: "new",
      subject: `Follow-up: ${"x".repeat(289)}`,
      requester: { id: ana.id },
      company: { id: company.id },
    });
    expect(first.ticket.timeline.items).toContainEqual(
      expect.objectContaining({ id: first.messageId, html: "<p>It is back.</p>" }),
    );
    const forStaff = await readTicketDetails(await as(maya), first.ticket.id);
    expect(forStaff.staff?.links).toMatchObject([
      { kind: "follow-up-of", direction: "to", ticket: { number: ticket.number } },
    ]);
    expect((await getTicket(await as(maya), ticket)).staff?.links).toMatchObject([
      { kind: "follow-up-of", direction: "from", ticket: { number: first.ticket.number } },
    ]);
  });
});

describe("a note", () => {
  test("sets a status and the changes of a macro", async () => {
    const ticket = await ticketOfAna({ status: "open" });
    const { ticket: shown } = await addNote(await as(maya), {
      ...{ requestId: Bun.randomUUIDv7(), id: ticket.id, body: "Ask them" },
      ...{ status: "on-hold", changes: { addTags: ["waits"] }, from: { status: "open" } },
    });
    expect(shown.status).toBe("on-hold");
    expect(shown.staff).toMatchObject({ tags: ["waits"], version: 2 });
  });

  test("with changes is all or nothing", async () => {
    const ticket = await ticketOfAna({ status: "open" });
    const outside = await insertUser(database.db, { role: "Agent", company_scope: "assigned" });
    const refused = async (given: object) => {
      const input = { requestId: Bun.randomUUIDv7(), id: ticket.id, body: "Ask" };
      return (await refusalOf(addNote(await as(maya), { ...input, ...given }))).code;
    };
    const changes = { assigneeId: outside.id };
    expect(await refused({ changes, from: { assigneeId: null } })).toBe("out_of_scope");
    expect(await refused({ changes })).toBe("invalid_input");
    await updateTicket(await as(noah), change(ticket, { status: "pending" }));
    const held = { status: "on-hold", from: { status: "open" } };
    expect(await refused(held)).toBe("ticket_conflict");
    expect(await messagesOf(ticket.id)).toEqual([]);
  });

  test("mentions only colleagues who see the ticket", async () => {
    const ticket = await ticketOfAna();
    const note = async (mentions: string[]) =>
      addNote(await as(maya), {
        requestId: Bun.randomUUIDv7(),
        id: ticket.id,
        body: "Ask @Noah Weber.",
        mentions,
      });
    const { ticket: shown, messageId } = await note([noah.id, noah.id]);
    expect(shown.timeline.items).toContainEqual(
      expect.objectContaining({
        id: messageId,
        html: '<p>Ask <span class="mention">@Noah Weber</span>.</p>',
      }),
    );
    const outside = await insertUser(database.db, { role: "Agent", company_scope: "assigned" });
    for (const person of [ana.id, outside.id, Bun.randomUUIDv7()]) {
      const { code, details } = await refusalOf(note([noah.id, person]));
      expect(code).toBe("out_of_scope");
      expect(details.fields?.map(({ field }) => field)).toEqual(["mentions"]);
    }
  });
});
