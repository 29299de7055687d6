import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { sql } from "kysely";
import { actDuring } from "../../tests/support/act-during.ts";
import { actingAs } from "../../tests/support/acting.ts";
import {
  insertFile,
  insertMessage,
  insertTicket,
  insertUser,
  type TicketRow,
} from "../../tests/support/builders.ts";
import { sendFile } from "../../tests/support/file-calls.ts";
import { indexAll } from "../../tests/support/index-all.ts";
import { wrongMailCounts } from "../../tests/support/mail-counts.ts";
import { insertMailbox } from "../../tests/support/mail-desk.ts";
import { addPerson } from "../../tests/support/people.ts";
import { startTestServer } from "../../tests/support/server.ts";
import { createSmallDesk, now, type SmallDesk } from "../../tests/support/small-desk.ts";
import { storedTicket } from "../../tests/support/stored.ts";
import type { Db } from "../db/database.ts";
import { attachFiles } from "../files/attach.ts";
import { pathOfContent } from "../files/place.ts";
import { createLog } from "../log.ts";
import { lockDesk } from "../settings/settings.ts";
import { sweepOnce } from "../sweep.ts";
import { mergeTickets, unmergeTicket } from "./merge.ts";
import { removedPersonId } from "./remove-tickets.ts";
import { countOldTickets, readOldTicketRun, removeOldTickets } from "./retention.ts";
import { splitTicket } from "./split.ts";

let desk: SmallDesk;
let db: Db;
let lines: string[];
beforeEach(async () => {
  desk = await createSmallDesk();
  db = desk.database.db;
  lines = [];
}, 60_000);
afterEach(async () => {
  expect(await wrongMailCounts(db)).toEqual([]);
  await desk.database.drop();
});

const longAgo = new Date("2024-10-01T09:00:00.000Z");
const lastYear = new Date("2025-11-01T09:00:00.000Z");
const closed = (at = longAgo) => ({ status: "closed" as const, created_at: at });

type Action = "anonymise" | "delete";

const choose = (action: Action | null, months = 24) =>
  db.updateTable("desk").set({ old_tickets: action, old_ticket_months: months }).execute();

const run = (given: Partial<Parameters<typeof removeOldTickets>[0]> = {}) =>
  removeOldTickets({
    ...{ db, now: () => now, onChange() {} },
    log: createLog("info", (line) => lines.push(line)),
    ...given,
  });

const count = (action: Action, months = 24) => countOldTickets(db, { action, months }, now);

const left = async () => {
  const rows = await db.selectFrom("tickets").select("id").orderBy("id").execute();
  return rows.map(({ id }) => id);
};

const audited = async () =>
  await db
    .selectFrom("audit_log")
    .innerJoin("audit_personal", "audit_id", "audit_log.id")
    .select(["act", "actor_id", "subject_kind", "before"])
    .where("act", "like", "ticket.old-%")
    .orderBy("audit_log.id")
    .execute();

/** The tables with a row that contains the text, in any column. */
async function tablesWith(text: string): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = current_schema() and table_type = 'BASE TABLE'`.execute(
    desk.database.owner,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql<{ found: boolean }>`
      select exists (
        select from ${sql.table(name)} one where strpos(to_jsonb(one)::text, ${text}) > 0
      ) as found`.execute(desk.database.owner);
    if (rows[0]?.found) found.push(name);
  }
  return found.sort();
}

/** The tables with a foreign key to this one. */
async function tablesAbout(name: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct conrelid::regclass::text as name from pg_constraint
    where contype = 'f' and confrelid = ${name}::regclass and conrelid <> confrelid`.execute(
    desk.database.owner,
  );
  return rows.map((row) => row.name);
}

/** What is in every text of the ticket below. */
const words = "quinzelpaper";

/** A ticket with a row in every table that is about tickets or messages. */
async function fullTicket(given: object = {}): Promise<TicketRow & { fileId: string }> {
  const { ana, maya } = desk;
  const agnes = await insertUser(db, { first_name: "Agnes" });
  const ticket = await desk.open({
    ...closed(),
    ...{ subject: `About ${words}`, rating: "bad", rated_at: longAgo },
    ...{ rating_comment: `Bad ${words}`, followers: [agnes.id, maya.id], tags: ["printing"] },
    ...given,
  });
  const on = { ticket_id: ticket.id };
  const at = { created_at: longAgo };
  const asked = await insertMessage(db, { ...on, ...at, author_id: ana.id, body: words });
  await insertMessage(db, {
    ...{ ...on, ...at, author_id: maya.id, kind: "note", body: `A note about ${words}` },
  });
  const about = { ...on, message_id: asked.id };
  const file = await insertFile(db, {
    ...{ message_id: asked.id, uploader_id: ana.id, name: `${words}.txt` },
  });
  const box = await insertMailbox(db, { address: `${Bun.randomUUIDv7()}@acme.test` });
  const mailId = Bun.randomUUIDv7();
  const content_id = Bun.randomUUIDv7();
  await db
    .insertInto("file_contents")
    .values({ id: content_id, sha256: Buffer.alloc(32, content_id), size: 9, ...at })
    .execute();
  await db
    .insertInto("inbound_mails")
    .values({
      ...{ ...about, id: mailId, mailbox_id: box.id, source: "command", content_id },
      ...{ raw_hash: Buffer.alloc(32, mailId), raw_size: 9, received_at: longAgo },
      ...{ stored_at: longAgo, state: "message", next_attempt_at: longAgo, sender_name: words },
      ...{ sender: `${words}@acme.test`, subject: words, preview: words, envelope_to: words },
    })
    .execute();
  const message = { message_id: asked.id };
  await db
    .insertInto("message_mails")
    .values({
      ...{ ...message, inbound_mail_id: mailId, from_name: words, from_address: words },
      ...{ subject: words, html: words, rest_html: words, rest_text: words },
    })
    .execute();
  await db
    .insertInto("message_recipients")
    .values({ ...message, kind: "cc", address: words })
    .execute();
  await db
    .insertInto("message_html")
    .values({ ...message, source: 1, html: words })
    .execute();
  await db
    .insertInto("message_mentions")
    .values({ ...message, user_id: maya.id })
    .execute();
  await db
    .insertInto("mail_ids")
    .values({ ...about, ...at, id: `<${words}-${ticket.id}@acme.test>`, kind: "sent" })
    .execute();
  const token = (user_id: string | null, address: string | null, letter: string) => ({
    ...{ ticket_id: ticket.id, user_id, address },
    token: `${letter}${ticket.number}`.replaceAll(/[0189]/g, "x").padEnd(16, letter),
  });
  await db
    .insertInto("mail_tokens")
    .values([token(ana.id, null, "a"), token(null, `${words}@acme.test`, "b")])
    .execute();
  await db
    .insertInto("outgoing_mails")
    .values({
      ...{ ...about, ...at, id: Bun.randomUUIDv7(), template: "ticket-reply", user_id: ana.id },
      ...{ data: {}, next_attempt_at: longAgo, subject: words, body: words, state: "sent" },
    })
    .execute();
  await db
    .insertInto("drafts")
    .values({
      ...{ ...on, user_id: maya.id, kind: "reply", body: words, revision: 1, updated_at: now },
    })
    .execute();
  await db
    .insertInto("notifications")
    .values({
      ...{ ...about, ...at, id: Bun.randomUUIDv7(), user_id: maya.id, kind: "mentioned" },
    })
    .execute();
  await db
    .insertInto("ticket_reads")
    .values([maya.id, ana.id].map((user_id) => ({ ...on, user_id, seen_at: longAgo })))
    .execute();
  await db
    .insertInto("presence")
    .values({ ...on, user_id: maya.id, typing: false, seen_at: now })
    .execute();
  const act_id = Bun.randomUUIDv7();
  await db
    .insertInto("ticket_events")
    .values(
      [
        { kind: "created", data: {} },
        { kind: "subject", data: { from: `Old ${words}`, to: `About ${words}` } },
        { kind: "followers", data: { added: [agnes.id], removed: [] } },
        { kind: "requester", data: { from: agnes.id, to: ana.id } },
        { kind: "status", data: { from: "open", to: "closed" } },
        {
          kind: "undone",
          data: {
            ...{ undoes: act_id, kinds: ["subject"], kept: [] },
            back: [{ kind: "subject", from: words, to: ana.id }],
          },
        },
      ].map((event) => ({
        ...{ ...event, ...on, ...at, id: Bun.randomUUIDv7(), act_id, actor_id: ana.id },
        audience: "everyone" as const,
      })),
    )
    .execute();
  await db
    .insertInto("acts")
    .values({
      ...{ id: act_id, actor_id: maya.id, request_id: Bun.randomUUIDv7(), kind: "update" },
      ...{ input_hash: Buffer.alloc(32), created_at: now },
      made: { ticketId: ticket.id, undo: { before: { subject: words }, after: {} } },
    })
    .execute();
  await db
    .insertInto("reopenings")
    .values({ ...on, solved_at: longAgo, reopened_at: longAgo, was: "resolved" })
    .execute();
  const other = await desk.open();
  await db
    .insertInto("ticket_links")
    .values({
      ...{ id: Bun.randomUUIDv7(), ticket_id: other.id, other_id: ticket.id, ...at },
      ...{ kind: "follow-up-of", other_home_id: ticket.id },
    })
    .execute();
  await db
    .insertInto("merges")
    .values({
      ...{ id: Bun.randomUUIDv7(), source_id: ticket.id, target_id: other.id, actor_id: maya.id },
      ...{ act_id: Bun.randomUUIDv7(), waiting_before: {}, waiting_after: {}, ...at },
      source_before: { subject: words, requesterId: ana.id, followers: [agnes.id] },
      ...{ followers_added: [ana.id], copied_added: [`${words}@acme.test`], undone_at: now },
    })
    .execute();
  const webhookId = Bun.randomUUIDv7();
  await db
    .insertInto("webhooks")
    .values({
      ...{ id: webhookId, name: webhookId, url: "https://hooks.test", types: ["ticket.updated"] },
      ...{ content: "ids", secrets: "x", ...at },
    })
    .execute();
  const event_id = Bun.randomUUIDv7();
  await db
    .insertInto("webhook_events")
    .values({ id: event_id, type: "ticket.updated", subject_id: ticket.id, changes: {}, at: now })
    .execute();
  await db
    .insertInto("webhook_deliveries")
    .values({
      ...{ id: Bun.randomUUIDv7(), webhook_id: webhookId, event_id, subject_id: ticket.id },
      ...{ position: 1, state: "delivered", answer: words, ...at },
    })
    .execute();
  return { ...ticket, fileId: file.id };
}

test("every table about tickets and messages has a row of the ticket in these tests", async () => {
  const { id } = await fullTicket();
  await indexAll(db);
  const names = [...(await tablesAbout("tickets")), ...(await tablesAbout("messages"))];
  const messages = await db.selectFrom("messages").select("id").execute();
  const ids = [id, ...messages.map((message) => message.id)];
  const filled = new Set((await Promise.all(ids.map(tablesWith))).flat());
  expect(names.filter((name) => !filled.has(name))).toEqual([]);
});

describe("deleting", () => {
  test("removes what the preview counts, and nothing of it remains in any table", async () => {
    const full = await fullTicket();
    const second = await desk.open({ status: "resolved", created_at: longAgo });
    const young = await desk.open(closed(lastYear));
    const open = await desk.open({ created_at: longAgo });
    await insertMessage(db, { ticket_id: young.id, author_id: desk.ana.id });
    await indexAll(db);
    const others = (await left()).filter((id) => ![full.id, second.id].includes(id));
    const messages = await db.selectFrom("messages").select("id").execute();
    const ofTicket = messages.map(({ id }) => id).slice(0, 2);
    expect(await count("delete")).toEqual({ tickets: 2, messages: 2, files: 1 });

    await choose("delete");
    await run();
    await indexAll(db);
    expect(await left()).toEqual(others);
    expect(others).toContain(young.id);
    expect(others).toContain(open.id);
    // These rows expire in a day and in ten minutes; no other names it.
    expect(await tablesWith(full.id)).toEqual(["acts", "live_events"]);
    for (const id of [...ofTicket, full.fileId]) expect(await tablesWith(id)).toEqual([]);
    expect(await tablesWith(words)).toEqual([]);
    const { rows } = await sql<{ in_staff: number }>`
      select in_staff from search_words where lexeme = 'print'`.execute(db);
    expect(rows).toEqual([]);
    expect(await readOldTicketRun(db)).toEqual({
      ...{ action: "delete", months: 24, tickets: 2, messages: 2, files: 1 },
      ...{ startedAt: now.toISOString(), endedAt: now.toISOString() },
    });
    expect(await audited()).toEqual([
      {
        ...{ act: "ticket.old-deleted", actor_id: null, subject_kind: "desk" },
        before: { months: 24, tickets: 2, messages: 2, files: 1 },
      },
    ]);
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      {
        ...{ time: expect.any(String), level: "info", event: "tickets.old-removed" },
        ...{ action: "delete", months: 24, tickets: 2, messages: 2, files: 1 },
      },
    ]);
  });

  test("takes merged tickets along with their target, and leaves those of a younger one", async () => {
    const [old, young] = [await desk.open(), await desk.open()];
    const [ofOld, ofYoung, ofSource] = [await desk.open(), await desk.open(), await desk.open()];
    for (const { id } of [old, young, ofOld, ofYoung, ofSource]) {
      await insertMessage(db, { ticket_id: id, author_id: desk.ana.id, created_at: longAgo });
    }
    const deps = await actingAs(db, desk.maya, now);
    const merge = (source: TicketRow, target: TicketRow) =>
      mergeTickets(deps, {
        ...{ requestId: Bun.randomUUIDv7(), sourceId: source.id, targetId: target.id },
      });
    await merge(ofSource, ofOld);
    await merge(ofOld, old);
    await merge(ofYoung, young);
    const solve = (ticket: TicketRow, at: Date) =>
      db
        .updateTable("tickets")
        .set({ status: "closed", closed_at: at, last_resolved_at: at })
        .set({ waiting_for: null, waiting_since: null })
        .where("id", "=", ticket.id)
        .execute();
    await solve(old, longAgo);
    await solve(young, lastYear);
    for (const source of [ofOld, ofYoung]) await solve(source, longAgo);

    // Three of customers and the notes of two merges.
    expect(await count("delete")).toMatchObject({ tickets: 3, messages: 7 });
    await choose("delete");
    await run();
    expect(await left()).toEqual([young.id, ofYoung.id].sort());
    expect(await readOldTicketRun(db)).toMatchObject({ tickets: 3, messages: 7 });
    const stays = await db
      .selectFrom("messages")
      .select("ticket_id")
      .where("home_ticket_id", "=", ofYoung.id)
      .where("kind", "=", "public")
      .execute();
    expect(stays).toEqual([{ ticket_id: young.id }]);
  });

  test("leaves messages that were split off to another ticket", async () => {
    const origin = await desk.open();
    const say = (body: string) =>
      insertMessage(db, {
        ...{ ticket_id: origin.id, author_id: desk.ana.id, body, created_at: longAgo },
      });
    await say("This goes");
    const moved = await say("This stays");
    await splitTicket(await actingAs(db, desk.maya, now), {
      ...{ requestId: Bun.randomUUIDv7(), id: origin.id, messageIds: [moved.id] },
      subject: "Another matter",
    });
    const [ticketId = ""] = (await left()).filter((id) => id !== origin.id);
    await db
      .updateTable("tickets")
      .set({ ...{ status: "closed", closed_at: longAgo, last_resolved_at: longAgo } })
      .set({ waiting_for: null, waiting_since: null })
      .where("id", "=", origin.id)
      .execute();
    await choose("delete");
    await run();
    expect(await left()).toEqual([ticketId]);
    const messages = await db.selectFrom("messages").select(["body", "home_ticket_id"]).execute();
    expect(messages).toEqual([{ body: "This stays", home_ticket_id: ticketId }]);
  });
});

describe("anonymising", () => {
  test("removes texts, files and people, and keeps what the dashboard counts", async () => {
    const { ana, maya, acme } = desk;
    const full = await fullTicket({ assignee_id: maya.id, unassigned_since: null });
    const open = await desk.open();
    await indexAll(db);
    expect(await count("anonymise")).toEqual({ tickets: 1, messages: 2, files: 1 });
    await choose("anonymise");
    await run();
    await indexAll(db);

    expect(await tablesWith(words)).toEqual(["webhook_deliveries"]);
    // Her own row, her company, and her other ticket with its recent live event.
    const about = await tablesWith(ana.id);
    expect(about).toEqual(["live_events", "ticket_people", "tickets", "user_companies", "users"]);
    const mine = await db.selectFrom("tickets").select("id").where("requester_id", "=", ana.id);
    expect((await mine.execute()).map(({ id }) => id)).toContain(open.id);
    expect((await mine.execute()).map(({ id }) => id)).not.toContain(full.id);
    const after = await storedTicket(db, full.id);
    expect(after).toEqual({
      ...(({ fileId: _, ...row }) => row)(full),
      ...{ subject: "Removed after 24 months", requester_id: removedPersonId },
      ...{ rating_comment: null, version: full.version + 1, anonymised_at: now },
      ...{ tag_numbers: after.tag_numbers, waiting_key: after.waiting_key },
    });
    expect(after).toMatchObject({ company_id: acme.id, rating: "bad", assignee_id: maya.id });
    expect(after.tag_numbers).toHaveLength(1);
    const messages = await db
      .selectFrom("messages")
      .select(["body", "author_id", "kind", "redacted_at"])
      .where("ticket_id", "=", full.id)
      .orderBy("id")
      .execute();
    expect(messages).toEqual([
      { body: "", author_id: removedPersonId, kind: "public", redacted_at: now },
      { body: "", author_id: maya.id, kind: "note", redacted_at: now },
    ]);
    const people = await db
      .selectFrom("ticket_people")
      .select(["user_id", "address"])
      .where("ticket_id", "=", full.id)
      .execute();
    expect(people.map(({ user_id }) => user_id).sort()).toEqual([removedPersonId, maya.id].sort());
    expect(await audited()).toMatchObject([
      { act: "ticket.old-anonymised", before: { tickets: 1, messages: 2, files: 1 } },
    ]);
  });

  test("is done once, and again if the ticket was changed since", async () => {
    const ticket = await desk.open(closed());
    await insertMessage(db, { ticket_id: ticket.id, author_id: desk.ana.id, created_at: longAgo });
    await choose("anonymise");
    await run();
    expect(await count("anonymise")).toEqual({ tickets: 0, messages: 0, files: 0 });
    expect(await count("delete")).toEqual({ tickets: 1, messages: 1, files: 0 });
    const note = { ticket_id: ticket.id, author_id: desk.maya.id, kind: "note" as const };
    await insertMessage(db, { ...note, body: "Ana called again" });
    await db
      .updateTable("tickets")
      .set({ updated_at: new Date(now.getTime() + 1) })
      .where("id", "=", ticket.id)
      .execute();
    expect(await count("anonymise")).toEqual({ tickets: 1, messages: 1, files: 0 });
    const tomorrow = new Date(now.getTime() + 25 * 60 * 60_000);
    await run({ now: () => tomorrow });
    expect(await tablesWith("Ana called again")).toEqual([]);
    expect(await count("anonymise")).toEqual({ tickets: 0, messages: 0, files: 0 });
  });

  test("of a merged ticket can still be followed by undoing the merge", async () => {
    const [source, target] = [await desk.open({ subject: words }), await desk.open()];
    const said = { author_id: desk.ana.id, created_at: longAgo, body: words };
    await insertMessage(db, { ...said, ticket_id: source.id });
    await insertMessage(db, { ...said, ticket_id: target.id });
    const deps = await actingAs(db, desk.maya, now);
    await mergeTickets(deps, {
      ...{ requestId: Bun.randomUUIDv7(), sourceId: source.id, targetId: target.id },
    });
    await db
      .updateTable("tickets")
      .set({ status: "resolved", last_resolved_at: longAgo })
      .set({ waiting_for: null, waiting_since: null })
      .where("id", "=", target.id)
      .execute();
    await choose("anonymise");
    await run();
    expect(await readOldTicketRun(db)).toMatchObject({ tickets: 2 });
    await unmergeTicket(await actingAs(db, desk.maya, now), {
      ...{ requestId: Bun.randomUUIDv7(), sourceId: source.id },
    });
    expect(await storedTicket(db, source.id)).toMatchObject({
      ...{ subject: "Removed after 24 months", requester_id: removedPersonId },
      merged_into_id: null,
    });
    expect(await tablesWith(words)).toEqual([]);
  });
});

test("a ticket that is reopened, answered or being changed is left alone", async () => {
  const [reopened, answered, sending, arriving, waiting, gone] = [
    await desk.open(closed()),
    await desk.open({ ...closed(), last_staff_reply_at: lastYear }),
    await desk.open(closed()),
    await desk.open(closed()),
    await desk.open({ status: "resolved", created_at: longAgo }),
    await desk.open(closed()),
  ];
  await insertMessage(db, {
    ...{ ticket_id: sending.id, author_id: desk.maya.id, created_at: now },
    ...{ released_at: null, release_at: now },
  });
  const box = await insertMailbox(db);
  const mail = Bun.randomUUIDv7();
  await db
    .insertInto("inbound_mails")
    .values({
      ...{ id: mail, mailbox_id: box.id, source: "command", raw_hash: Buffer.alloc(32, mail) },
      ...{ raw_size: 9, received_at: now, stored_at: now, next_attempt_at: now },
      ...{ wanted: "message", wanted_ticket_id: arriving.id },
    })
    .execute();
  await choose("delete");
  await db.transaction().execute(async (tx) => {
    await tx
      .updateTable("tickets")
      .set({ status: "open", closed_at: null, waiting_for: "us", waiting_since: now })
      .where("id", "=", reopened.id)
      .execute();
    await tx
      .updateTable("tickets")
      .set({ priority: "high" })
      .where("id", "=", waiting.id)
      .execute();
    await run();
  });
  const stay = [reopened, answered, sending, arriving, waiting];
  expect(await left()).toEqual(stay.map(({ id }) => id).sort());
  expect(await storedTicket(db, reopened.id)).toMatchObject({ status: "open" });
  expect(await left()).not.toContain(gone.id);
  // What another transaction had locked is due the next day.
  await run({ now: () => new Date(now.getTime() + 25 * 60 * 60_000) });
  expect(await left()).not.toContain(waiting.id);
  expect(await left()).toContain(reopened.id);
});

test("the sweep deletes old tickets, and their stored files unless another ticket has the same", async () => {
  const server = await startTestServer();
  try {
    const customer = await addPerson(server.db, "Customer");
    const visitor = server.visitor();
    await visitor.signIn(customer.email);
    const attach = async (bytes: string, given: object) => {
      const ticket = await insertTicket(server.db, { requester_id: customer.id, ...given });
      const message = await insertMessage(server.db, {
        ...{ ticket_id: ticket.id, author_id: customer.id, created_at: longAgo },
      });
      const { body } = await sendFile(server, visitor, { bytes });
      const fileIds = [body.file.id];
      await server.db
        .transaction()
        .execute((tx) => attachFiles(tx, { actor: customer, messageId: message.id, fileIds }));
      const { id, sha256 } = await server.db
        .selectFrom("files")
        .innerJoin("file_contents", "file_contents.id", "content_id")
        .select(["file_contents.id", "sha256"])
        .where("files.id", "=", body.file.id)
        .executeTakeFirstOrThrow();
      return join(
        server.config.dataDir,
        "files",
        pathOfContent({ id, sha256: sha256.toString("hex") }),
      );
    };
    const alone = await attach("only here", closed());
    const shared = await attach("in both", closed());
    expect(await attach("in both", { status: "open" })).toBe(shared);
    await server.db.updateTable("desk").set({ old_tickets: "delete" }).execute();
    expect(await Bun.file(alone).exists()).toBe(true);
    // The first removes the tickets, the second what no file has any more.
    await sweepOnce(server.services);
    await sweepOnce(server.services);
    expect(await server.db.selectFrom("tickets").select("status").execute()).toEqual([
      { status: "open" },
    ]);
    expect(await Bun.file(alone).exists()).toBe(false);
    expect(await Bun.file(shared).exists()).toBe(true);
  } finally {
    await server.stop();
  }
}, 60_000);

describe("a run", () => {
  const several = async (number: number) => {
    const tickets: TicketRow[] = [];
    for (let at = 0; at < number; at += 1) {
      const ticket = await insertTicket(db, { requester_id: desk.ana.id, ...closed() });
      await insertMessage(db, { ticket_id: ticket.id, author_id: desk.ana.id });
      tickets.push(ticket);
    }
    return tickets;
  };

  test("continues on another server after one was killed, and is one entry in the audit log", async () => {
    await several(5);
    await choose("delete");
    let done = 0;
    await run({ slice: 2, onChange: () => (done += 1), isStopped: () => done === 1 });
    expect(await left()).toHaveLength(3);
    expect(await readOldTicketRun(db)).toMatchObject({ tickets: 2, messages: 2, endedAt: null });
    expect(await audited()).toEqual([]);
    // Killed within a transaction: nothing of it is done.
    const killed = db.withPlugin({
      transformQuery({ node }) {
        if (JSON.stringify(node).includes("delete from tickets")) throw new Error("Killed");
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    await expect(run({ db: killed, slice: 2 })).rejects.toThrow("Killed");
    expect(await left()).toHaveLength(3);
    await run({ slice: 2 });
    expect(await left()).toEqual([]);
    expect(await readOldTicketRun(db)).toMatchObject({ tickets: 5, messages: 5 });
    expect(await audited()).toMatchObject([{ before: { tickets: 5, messages: 5, files: 0 } }]);
  });

  test("of several servers at once removes each ticket once", async () => {
    await several(12);
    await choose("delete");
    await Promise.all([1, 2, 3].map(() => run({ slice: 1 })));
    await run({ slice: 1 });
    expect(await left()).toEqual([]);
    expect(await audited()).toMatchObject([{ before: { tickets: 12, messages: 12 } }]);
  });

  test("ends when the setting is turned off, and goes on when it is turned on again", async () => {
    await several(3);
    await choose("delete");
    let done = 0;
    const one = { slice: 1, onChange: () => (done += 1) };
    await run({ ...one, isStopped: () => done === 1 });
    await choose(null);
    await run(one);
    expect(await left()).toHaveLength(2);
    expect(await audited()).toMatchObject([{ before: { tickets: 1 } }]);
    await choose("delete");
    await run(one);
    expect(await left()).toEqual([]);
    expect(await audited()).toMatchObject([{ before: { tickets: 1 } }, { before: { tickets: 2 } }]);
  });

  test("with another rule begins immediately; with the same, a day later", async () => {
    await several(1);
    await choose("anonymise", 12);
    await run();
    await several(1);
    await run();
    expect(await count("anonymise", 12)).toMatchObject({ tickets: 1 });
    await run({ now: () => new Date(now.getTime() + 24 * 60 * 60_000 + 1) });
    expect(await count("anonymise", 12)).toMatchObject({ tickets: 0 });
    await choose("delete", 12);
    await run();
    expect(await left()).toEqual([]);
    expect((await audited()).map(({ act }) => act)).toEqual([
      ...["ticket.old-anonymised", "ticket.old-anonymised", "ticket.old-deleted"],
    ]);
  });

  test("waits while the desk is paused after a restore", async () => {
    await several(1);
    await choose("delete");
    await db
      .updateTable("recovery_state")
      .set({ paused_at: now, paused_why: "restored" })
      .execute();
    await run();
    expect(await left()).toHaveLength(1);
    await db.updateTable("recovery_state").set({ paused_at: null, paused_why: null }).execute();
    await run();
    expect(await left()).toEqual([]);
  });

  test("sees a change of the setting that is being saved", async () => {
    await several(1);
    await choose("delete");
    await actDuring(
      desk.database,
      async (tx) => {
        await lockDesk(tx);
        await tx.updateTable("desk").set({ old_tickets: null }).execute();
      },
      () => run(),
    );
    expect(await left()).toHaveLength(1);
  });
});
