import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { actingAs, refusalOf } from "../../../tests/support/acting.ts";
import {
  insertCompany,
  insertTicket,
  insertUser,
  type UserRow,
} from "../../../tests/support/builders.ts";
import { wrongMailCounts } from "../../../tests/support/mail-counts.ts";
import { insertMailbox, openTestFiles, rawMail } from "../../../tests/support/mail-desk.ts";
import { createTestDatabase, type TestDatabase } from "../../../tests/support/postgres.ts";
import { createLog } from "../../log.ts";
import { countHeld, listHeld } from "../mailboxes/received.ts";
import {
  addToTicket,
  allowSender,
  blockSender,
  deleteHeld,
  makeTicketOf,
  sweepHeldMails,
} from "./held.ts";
import { createMailParser, type MailParser } from "./parser.ts";
import { findOriginal, readRest } from "./show.ts";
import { storeInboundMail } from "./store.ts";
import { workOnNext } from "./worker.ts";

let database: TestDatabase;
let store: Awaited<ReturnType<typeof openTestFiles>>;
let parser: MailParser;
let mailboxId: string;
let admin: UserRow;
const key = () => Bun.randomUUIDv7();

beforeAll(async () => {
  [database, store] = await Promise.all([createTestDatabase(), openTestFiles()]);
  parser = createMailParser();
}, 60_000);
beforeEach(async () => {
  await database.empty();
  mailboxId = (await insertMailbox(database.db)).id;
  admin = await insertUser(database.db, { role: "Super Admin" });
});
afterEach(async () => expect(await wrongMailCounts(database.db)).toEqual([]));
afterAll(async () => {
  parser.stop();
  await Promise.all([database.drop(), store.remove()]);
});

async function work() {
  const log = createLog("error", () => {});
  const deps = { db: database.db, files: store.files, parser, log, now: () => new Date() };
  while (await workOnNext(deps));
}

async function receive(headers: Record<string, string> = {}, body?: string) {
  const { id } = await storeInboundMail(
    { db: database.db, files: store.files, now: new Date() },
    { mailboxId, source: "command", bytes: rawMail(headers, body) },
  );
  await work();
  return await rowOf(id);
}

async function rowOf(id: string) {
  return await database.db
    .selectFrom("inbound_mails")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
}

const spam = { "X-Spam-Flag": "YES" };

describe("a held mail", () => {
  test("becomes a ticket when someone decides so, and the count moves with it", async () => {
    const held = await receive(spam);
    expect(held).toMatchObject({ state: "held", reason: "spam" });
    await makeTicketOf(await actingAs(database.db, admin), held, key());
    await work();
    const row = await rowOf(held.id);
    expect(row).toMatchObject({ state: "ticket", reason: null, wanted_by: admin.id });
    const again = makeTicketOf(await actingAs(database.db, admin), held, key());
    expect((await refusalOf(again)).code).toBe("not_found");
  });

  test("of a stranger is added to its ticket, and the stranger is copied in", async () => {
    const first = await receive({ "Message-ID": "<one@harbour.test>" });
    const held = await receive({
      From: "Nina <nina@other.test>",
      Subject: "Re: Blank labels",
      "In-Reply-To": "<one@harbour.test>",
    });
    expect(held.reason).toBe("stranger");
    const ticket = await database.db
      .selectFrom("tickets")
      .select(["id", "number"])
      .executeTakeFirstOrThrow();
    const input = { id: held.id, number: ticket.number };
    await addToTicket(await actingAs(database.db, admin), input, key());
    await work();
    expect(await rowOf(held.id)).toMatchObject({ state: "message", ticket_id: first.ticket_id });
    const copied = await database.db
      .selectFrom("ticket_people")
      .select(["address", "name"])
      .where("ticket_id", "=", ticket.id)
      .where("address", "is not", null)
      .execute();
    expect(copied).toEqual([{ address: "nina@other.test", name: "Nina" }]);
  });

  test("of a sender who is allowed is decided again, with all that wait", async () => {
    const [one, two] = [await receive(spam, "One."), await receive(spam, "Two.")];
    await allowSender(await actingAs(database.db, admin), one, key());
    await work();
    expect([(await rowOf(one.id)).state, (await rowOf(two.id)).state]).toEqual([
      "ticket",
      "ticket",
    ]);
    expect((await receive(spam, "Three.")).state).toBe("ticket");
  });

  test("of a sender who is blocked stays held, and so does their next mail", async () => {
    const held = await receive(spam);
    const deps = await actingAs(database.db, admin);
    await blockSender(deps, { id: held.id, wholeDomain: true }, key());
    expect(await receive({ From: "other@harbour.test" })).toMatchObject({ reason: "blocked" });
    const free = await receive({ ...spam, From: "x@gmail.com" });
    const refused = blockSender(deps, { id: free.id, wholeDomain: true }, key());
    expect(await reasonOf(refused)).toBe("Anyone can have an address at gmail.com.");
  });

  test("that is deleted keeps its row, its reason and its hash, and no content", async () => {
    const held = await receive(spam);
    await deleteHeld(await actingAs(database.db, admin), held, key());
    expect(await rowOf(held.id)).toMatchObject({
      state: "held",
      reason: "spam",
      content_id: null,
      subject: null,
      preview: null,
      raw_hash: held.raw_hash,
    });
    const again = makeTicketOf(await actingAs(database.db, admin), held, key());
    expect((await refusalOf(again)).code).toBe("not_found");
  });

  test("loses its content after 30 days, while tickets keep theirs", async () => {
    const [held, kept] = [await receive(spam), await receive()];
    const later = (days: number) => new Date(Date.now() + days * 24 * 60 * 60_000);
    await sweepHeldMails(database.db, later(29));
    expect((await rowOf(held.id)).content_id).not.toBeNull();
    await sweepHeldMails(database.db, later(31));
    expect(await rowOf(held.id)).toMatchObject({ content_id: null, preview: null, reason: "spam" });
    expect((await rowOf(kept.id)).content_id).not.toBeNull();
    await database.db.updateTable("tickets").set({ spam_at: new Date() }).execute();
    await sweepHeldMails(database.db, later(31));
    expect((await rowOf(kept.id)).content_id).toBeNull();
  });

  test("of staff or without a sender cannot become a ticket", async () => {
    await insertUser(database.db, { email: "maya@acme.test", role: "Agent", company_scope: "all" });
    const deps = await actingAs(database.db, admin);
    const staff = await receive({ From: "maya@acme.test" });
    expect(await reasonOf(makeTicketOf(deps, staff, key()))).toBe(
      "Staff can't be requesters. Create the ticket instead.",
    );
    const senderless = await receive({ From: "" });
    expect(await reasonOf(makeTicketOf(deps, senderless, key()))).toBe(
      "This mail names no sender.",
    );
  });

  test("is visible to agents of the mailbox's company only", async () => {
    const [ours, theirs] = [await insertCompany(database.db), await insertCompany(database.db)];
    await database.db.updateTable("mailboxes").set({ company_id: ours.id }).execute();
    const agent = (companies: string[]) =>
      insertUser(database.db, { role: "Agent", company_scope: "assigned", companies });
    const [inside, outside] = [await agent([ours.id]), await agent([theirs.id])];
    const held = await receive(spam);
    const refused = deleteHeld(await actingAs(database.db, outside), held, key());
    expect((await refusalOf(refused)).code).toBe("not_found");
    await deleteHeld(await actingAs(database.db, inside), held, key());
    expect((await rowOf(held.id)).content_id).toBeNull();
  });
});

describe("the list of held mails", () => {
  const seenBy = async (user: UserRow) => {
    const deps = await actingAs(database.db, user);
    const { mails } = await listHeld(deps, { limit: 10 });
    expect(await countHeld(deps)).toEqual({ count: mails.length });
    return mails.map(({ reason, ticketNumber }) => [reason, ticketNumber]);
  };

  test("has those of the companies' mailboxes and of tickets in scope", async () => {
    const [ours, theirs] = [await insertCompany(database.db), await insertCompany(database.db)];
    await database.db.updateTable("mailboxes").set({ company_id: ours.id }).execute();
    const agent = (companies: string[]) =>
      insertUser(database.db, { role: "Agent", company_scope: "assigned", companies });
    const ana = { email: "ana@harbour.test", companies: [theirs.id] };
    await insertUser(database.db, ana);
    await receive({ "Message-ID": "<one@harbour.test>" });
    const { number } = await database.db
      .selectFrom("tickets")
      .select("number")
      .executeTakeFirstOrThrow();
    await receive(spam, "Buy this.");
    const answer = { Subject: "Re: Blank labels", "In-Reply-To": "<one@harbour.test>" };
    await receive({ ...answer, From: "nina@other.test" });
    expect(await seenBy(admin)).toEqual([
      ["stranger", number],
      ["spam", null],
    ]);
    // The mailbox is theirs to look after, but not the ticket.
    expect(await seenBy(await agent([ours.id]))).toEqual([
      ["stranger", null],
      ["spam", null],
    ]);
    expect(await seenBy(await agent([theirs.id]))).toEqual([["stranger", number]]);
    expect(await seenBy(await agent([]))).toEqual([]);
  });

  test("loses what was decided, and what belongs to a ticket that is spam", async () => {
    await receive({ "Message-ID": "<one@harbour.test>" });
    const held = await receive(spam, "Buy this.");
    const answer = { Subject: "Re: Blank labels", "In-Reply-To": "<one@harbour.test>" };
    await receive({ ...answer, From: "nina@other.test" });
    await receive(spam, "Buy that.");
    const deps = await actingAs(database.db, admin);
    await deleteHeld(deps, { id: held.id }, key());
    const reasons = async () => (await seenBy(admin)).map(([reason]) => reason);
    expect(await reasons()).toEqual(["spam", "stranger"]);
    await database.db.updateTable("tickets").set({ spam_at: new Date() }).execute();
    expect(await reasons()).toEqual(["spam"]);
  });

  test("goes on page by page", async () => {
    for (const words of ["One.", "Two.", "Three."]) await receive(spam, words);
    const deps = await actingAs(database.db, admin);
    const first = await listHeld(deps, { limit: 2 });
    const { mails, nextCursor } = await listHeld(deps, { limit: 2, cursor: first.nextCursor });
    expect(first.mails.map(({ preview }) => preview)).toEqual(["Three.", "Two."]);
    expect(mails.map(({ preview }) => preview)).toEqual(["One."]);
    expect(nextCursor).toBeNull();
  });
});

test("the quoted rest and the original are for staff who see the ticket", async () => {
  const quote = '<p>Yes.</p><blockquote type="cite">Did you restart it?</blockquote>';
  const row = await receive({ "Content-Type": "text/html" }, quote);
  const company = await insertCompany(database.db);
  const outside = await insertUser(database.db, {
    role: "Agent",
    company_scope: "assigned",
    companies: [company.id],
  });
  await insertTicket(database.db, { requester_id: (await insertUser(database.db)).id });
  const messageId = row.message_id ?? "";
  const deps = await actingAs(database.db, admin);
  expect((await readRest(deps, { messageId })).html).toContain("Did you restart it?");
  expect((await findOriginal(deps, messageId)).size).toBe(row.raw_size);
  const others = await actingAs(database.db, outside);
  expect((await refusalOf(readRest(others, { messageId }))).code).toBe("not_found");
  expect((await refusalOf(findOriginal(others, messageId))).code).toBe("not_found");
});

/** What the page shows about a refusal. */
async function reasonOf(call: Promise<unknown>): Promise<string | undefined> {
  const { details, message } = await refusalOf(call);
  return details.fields?.[0]?.message ?? message;
}
