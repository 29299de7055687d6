import { afterAll, afterEach, beforeEach, describe, expect, test } from "bun:test";
import { sql } from "kysely";
import { listTicketsInput } from "../../../shared/schemas/tickets.ts";
import { actingAs, refusalOf } from "../../../tests/support/acting.ts";
import {
  insertCompany,
  insertMessage,
  insertTicket,
  insertUser,
} from "../../../tests/support/builders.ts";
import { wrongMailCounts } from "../../../tests/support/mail-counts.ts";
import { insertMailbox, rawMail, setUpTestFiles } from "../../../tests/support/mail-desk.ts";
import { setUpTestDatabase } from "../../../tests/support/test-database.ts";
import { createLog } from "../../log.ts";
import { listNotifications } from "../../notifications/queries.ts";
import { excerptOf } from "../../search/excerpt.ts";
import { indexSome } from "../../search/worker.ts";
import { readTicketDetails } from "../../tickets/details.ts";
import { listTickets } from "../../tickets/list.ts";
import { redactMessage } from "../../tickets/redact.ts";
import { deleteUser } from "../../users/delete-user.ts";
import { forgetAddress } from "../outbox/withdraw.ts";
import { retryAfterWrongClock } from "../wrong-clock.ts";
import { createMailParser, type MailParser } from "./parser.ts";
import { countLaterMails } from "./show.ts";
import { storeInboundMail } from "./store.ts";
import { workOnNext } from "./worker.ts";

const database = setUpTestDatabase();
const store = setUpTestFiles();
const parser = createMailParser();
let mailboxId: string;
let clock: Date;

beforeEach(async () => {
  await database.empty();
  clock = new Date();
  mailboxId = (await insertMailbox(database.db)).id;
});
afterEach(async () => expect(await wrongMailCounts(database.db)).toEqual([]));
afterAll(() => parser.stop());

const deps = () => ({
  db: database.db,
  files: store,
  parser,
  log: createLog("error", () => {}),
  now: () => clock,
});

async function put(bytes: Uint8Array, into = mailboxId): Promise<string> {
  const { id } = await storeInboundMail(
    { db: database.db, files: store, now: clock },
    { mailboxId: into, source: "command", bytes },
  );
  return id;
}

async function receive(headers: Record<string, string> = {}, body?: string, into = mailboxId) {
  const id = await put(rawMail(headers, body), into);
  await workOnNext(deps());
  return await rowOf(id);
}

async function rowOf(id: string) {
  return await database.db
    .selectFrom("inbound_mails")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
}

const ticketOf = async (id: string | null) =>
  await database.db
    .selectFrom("tickets")
    .selectAll()
    .where("id", "=", id ?? "")
    .executeTakeFirstOrThrow();

const messagesOf = async (id: string | null) =>
  await database.db
    .selectFrom("messages")
    .selectAll()
    .where("ticket_id", "=", id ?? "")
    .orderBy("created_at")
    .execute();

const mailsTo = async (template: string) =>
  await database.db
    .selectFrom("outgoing_mails")
    .select("user_id")
    .where("template", "=", template)
    .execute();

const html = { "Content-Type": "text/html; charset=utf-8" };

describe("a new mail", () => {
  test("belongs to the mailbox it is addressed to first, whichever received it", async () => {
    const billing = await insertMailbox(database.db, { address: "billing@acme.test" });
    const alias = { address: "invoices@acme.test", mailbox_id: billing.id };
    await database.db.insertInto("mailbox_aliases").values(alias).execute();
    const toAlias = await receive({ To: "Invoices@acme.test, support@acme.test" });
    expect(await ticketOf(toAlias.ticket_id)).toMatchObject({ mailbox_id: billing.id });
    const toNone = await receive({ To: "list@else.test", Cc: "", Subject: "Another" });
    expect(await ticketOf(toNone.ticket_id)).toMatchObject({ mailbox_id: mailboxId });
  });

  test("becomes a ticket of a new customer, who is acknowledged but not invited", async () => {
    const row = await receive({ Cc: "Ben <ben@harbour.test>, no-reply@harbour.test" });
    expect(row).toMatchObject({ state: "ticket", sender: "ana@harbour.test", reason: null });
    const ticket = await ticketOf(row.ticket_id);
    expect(ticket).toMatchObject({
      subject: "Blank labels",
      status: "new",
      channel: "email",
      mailbox_id: mailboxId,
      company_id: null,
      waiting_for: "us",
    });
    const user = await database.db
      .selectFrom("users")
      .selectAll()
      .where("id", "=", ticket.requester_id)
      .executeTakeFirstOrThrow();
    expect(user).toMatchObject({
      first_name: "Ana",
      last_name: "Ruiz",
      role: "Customer",
      state: "invited",
    });
    expect(await mailsTo("invitation")).toEqual([]);
    expect(await mailsTo("ticket-received")).toEqual([{ user_id: user.id }]);
    const [message] = await messagesOf(row.ticket_id);
    expect(message).toMatchObject({
      format: "html",
      body: "The printer is blank.",
      author_id: user.id,
      request_id: row.id,
    });
    const people = await database.db
      .selectFrom("ticket_people")
      .select(["user_id", "address", "name"])
      .where("ticket_id", "=", ticket.id)
      .execute();
    expect(people).toContainEqual({ user_id: user.id, address: null, name: null });
    expect(people).toContainEqual({ user_id: null, address: "ben@harbour.test", name: "Ben" });
    expect(people).toHaveLength(2);
  });

  test("is in the company of its sender, else of its proven domain, else of the mailbox", async () => {
    const harbour = await insertCompany(database.db, { domains: ["harbour.test"] });
    const other = await insertCompany(database.db);
    await database.db
      .updateTable("mailboxes")
      .set({ authserv_id: "mx.acme.test", company_id: other.id })
      .execute();
    const proof = { "Authentication-Results": "mx.acme.test; dmarc=pass header.from=harbour.test" };
    const proven = await ticketOf((await receive(proof)).ticket_id);
    expect(proven.company_id).toBe(harbour.id);
    const joined = await database.db.selectFrom("user_companies").selectAll().execute();
    expect(joined).toEqual([
      { user_id: proven.requester_id, company_id: harbour.id, sees_all_tickets: false },
    ]);
    const stranger = await receive({ From: "zoe@else.test" });
    expect((await ticketOf(stranger.ticket_id)).company_id).toBe(other.id);
    expect(await database.db.selectFrom("user_companies").selectAll().execute()).toHaveLength(1);
  });

  test("stores safe HTML with its pictures, and files next to it", async () => {
    const pixel =
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
    const part = (lines: string[]) => ["--edge", ...lines].join("\n");
    const body = [
      part(["Content-Type: text/html", "", '<p onclick="x()">Look: <img src="cid:pic@x"></p>']),
      part([
        "Content-Type: image/png; name=label.png",
        "Content-ID: <pic@x>",
        "Content-Disposition: inline; filename=label.png",
        "Content-Transfer-Encoding: base64",
        "",
        pixel,
      ]),
      part([
        "Content-Type: text/plain; name=log.txt",
        "Content-Disposition: attachment; filename=log.txt",
        "",
        "It failed.",
      ]),
      "--edge--",
    ].join("\n");
    const row = await receive({ "Content-Type": "multipart/related; boundary=edge" }, body);
    const files = await database.db.selectFrom("files").selectAll().orderBy("position").execute();
    expect(files.map(({ name, is_inline, message_id }) => [name, is_inline, message_id])).toEqual([
      ["label.png", true, row.message_id],
      ["log.txt", false, row.message_id],
    ]);
    const stored = await database.db
      .selectFrom("message_mails")
      .selectAll()
      .executeTakeFirstOrThrow();
    expect(stored.html).toContain(`<img src="/node/files/${files[0]?.id}"`);
    expect(stored.html).not.toContain("onclick");
    const unplaced = await database.db
      .selectFrom("file_contents")
      .select("id")
      .where("placed_at", "is", null)
      .execute();
    expect(unplaced).toEqual([]);
  });
});

test("an invitation is shown to staff as an event, until its message is redacted", async () => {
  const mail = await Bun.file(`${import.meta.dir}/../../../tests/mail/corpus/calendar.eml`).bytes();
  const id = await put(mail);
  await workOnNext(deps());
  const { ticket_id: ticketId, message_id: messageId } = await rowOf(id);
  const admin = await insertUser(database.db, { role: "Super Admin" });
  const acting = await actingAs(database.db, admin, clock);
  const shown = async () => {
    const { timeline } = await readTicketDetails(acting, ticketId ?? "");
    return timeline.items.find((item) => item.id === messageId);
  };
  expect(await shown()).toMatchObject({
    mail: { calendar: { summary: "Visit of the technician", start: "2026-11-30T09:00:00.000Z" } },
    files: [{ name: "invitation.ics" }],
  });
  await redactMessage(acting, messageId ?? "");
  expect(JSON.stringify(await shown())).not.toContain("technician");
  const stored = await database.db.selectFrom("message_mails").select("calendar").execute();
  expect(stored).toEqual([{ calendar: null }]);
});

describe("two servers", () => {
  /** A server that stops in the middle of its next mail. */
  function pausedServer() {
    const begun = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const slow: MailParser = {
      ...parser,
      async parse(...mail) {
        begun.resolve();
        await goOn.promise;
        return await parser.parse(...mail);
      },
    };
    const done = workOnNext({ ...deps(), parser: slow });
    return { begun: begun.promise, goOn: goOn.resolve, done };
  }

  test("do not work on the same mailbox's mails at the same time", async () => {
    const billing = (await insertMailbox(database.db, { address: "billing@acme.test" })).id;
    const first = await put(rawMail({ Subject: "First" }));
    const second = await put(rawMail({ Subject: "Second" }));
    const other = await put(rawMail({ Subject: "Other", To: "billing@acme.test" }), billing);
    const server = pausedServer();
    await server.begun;
    expect(await workOnNext(deps())).toMatchObject({ state: "ticket" });
    expect(await rowOf(other)).toMatchObject({ state: "ticket" });
    // The second waits for the first, which the other server is at.
    expect(await workOnNext(deps())).toBeNull();
    expect(await rowOf(second)).toMatchObject({ state: "stored", attempts: 0 });
    server.goOn();
    await server.done;
    await workOnNext(deps());
    const [one, two] = [await rowOf(first), await rowOf(second)];
    expect([one.state, two.state]).toEqual(["ticket", "ticket"]);
    expect(one.decided_at?.getTime()).toBeLessThanOrEqual(two.decided_at?.getTime() ?? 0);
    expect((await ticketOf(one.ticket_id)).number).toBeLessThan(
      (await ticketOf(two.ticket_id)).number,
    );
    expect(await database.db.selectFrom("mailbox_leases").selectAll().execute()).toEqual([]);
  });

  test("leave a mailbox's mails to the one that reads it", async () => {
    const holder = Bun.randomUUIDv7();
    const lease = { mailbox_id: mailboxId, holder, until: new Date(Date.now() + 30_000) };
    await database.db.insertInto("mailbox_leases").values(lease).execute();
    const id = await put(rawMail());
    expect(await workOnNext(deps())).toBeNull();
    expect(await workOnNext({ ...deps(), readsAs: Bun.randomUUIDv7() })).toBeNull();
    expect(await workOnNext({ ...deps(), readsAs: holder })).toMatchObject({ state: "ticket" });
    expect((await rowOf(id)).state).toBe("ticket");
    // It still reads.
    const left = await database.db.selectFrom("mailbox_leases").select("holder").execute();
    expect(left).toEqual([{ holder }]);
    await put(rawMail({ Subject: "Another" }));
    const ended = { until: new Date(Date.now() - 1000) };
    await database.db.updateTable("mailbox_leases").set(ended).execute();
    expect(await workOnNext(deps())).toMatchObject({ state: "ticket" });
  });
});

test("the text of a mail is never read as Markdown", async () => {
  const words = "2*3*4 _is_ # not [a link](x) - `code`";
  const row = await receive({}, words);
  const ticket = await ticketOf(row.ticket_id);
  expect(excerptOf(ticket.latest_text ?? "", 120)).toBe(words);
  const stored = await database.db
    .selectFrom("message_mails")
    .select("html")
    .executeTakeFirstOrThrow();
  expect(stored.html).toBe(`<p>${words}</p>`);
});

describe("an answer", () => {
  test("to one of our mails is a public message that reopens the ticket", async () => {
    const ana = await insertUser(database.db, { email: "ana@harbour.test" });
    const ticket = await insertTicket(database.db, {
      requester_id: ana.id,
      status: "resolved",
      subject: "Blank labels",
    });
    const row = await receive({
      Subject: `Re: [#${ticket.number}] Blank labels`,
      "In-Reply-To": `<ticket.${ticket.id}@desk.test>`,
    });
    expect(row).toMatchObject({ state: "message", ticket_id: ticket.id });
    expect(await ticketOf(ticket.id)).toMatchObject({ status: "open", reopen_count: 1 });
    expect(await messagesOf(ticket.id)).toHaveLength(1);
  });

  test("to a mail between customers finds the ticket by the ids that both name", async () => {
    const first = await receive({ "Message-ID": "<one@harbour.test>", Cc: "ben@harbour.test" });
    const answer = await receive({
      From: "Ben <ben@harbour.test>",
      Subject: "Re: Blank labels",
      "In-Reply-To": "<never-seen@harbour.test>",
      References: "<one@harbour.test> <never-seen@harbour.test>",
    });
    expect(answer).toMatchObject({ state: "message", ticket_id: first.ticket_id });
    expect(await messagesOf(first.ticket_id)).toHaveLength(2);
  });

  test("of a stranger is held on the ticket and changes nothing there", async () => {
    const first = await receive({ "Message-ID": "<one@harbour.test>" });
    const before = await ticketOf(first.ticket_id);
    const row = await receive({
      From: "nina@other.test",
      Subject: "Re: Blank labels",
      "In-Reply-To": "<one@harbour.test>",
    });
    expect(row).toMatchObject({ state: "held", reason: "stranger", ticket_id: before.id });
    expect(await ticketOf(first.ticket_id)).toEqual(before);
    expect(await messagesOf(first.ticket_id)).toHaveLength(1);
  });

  test("of a stranger that only names a ticket opens a new ticket", async () => {
    const first = await ticketOf((await receive()).ticket_id);
    const row = await receive({ From: "nina@other.test", Subject: `Re: x [#${first.number}]` });
    expect(row.state).toBe("ticket");
    expect(row.ticket_id).not.toBe(first.id);
    const events = await database.db
      .selectFrom("ticket_events")
      .select(["kind", "data", "audience"])
      .where("ticket_id", "=", row.ticket_id ?? "")
      .where("kind", "=", "mail")
      .execute();
    expect(events).toEqual([
      { kind: "mail", data: { about: "names", number: first.number }, audience: "staff" },
    ]);
  });

  test("to a closed ticket opens a follow-up, with the same copied people", async () => {
    const first = await receive({ "Message-ID": "<one@harbour.test>", Cc: "ben@harbour.test" });
    await database.db.updateTable("tickets").set({ status: "closed", closed_at: clock }).execute();
    const row = await receive({ Subject: "Re: Blank labels", "In-Reply-To": "<one@harbour.test>" });
    expect(row.state).toBe("ticket");
    const ticket = await ticketOf(row.ticket_id);
    expect(ticket).toMatchObject({
      subject: "Follow-up: Blank labels",
      channel: "email",
      mailbox_id: mailboxId,
    });
    const links = await database.db.selectFrom("ticket_links").selectAll().execute();
    expect(links).toEqual([
      expect.objectContaining({
        ticket_id: ticket.id,
        other_id: first.ticket_id,
        kind: "follow-up-of",
      }),
    ]);
    const copied = await database.db
      .selectFrom("ticket_people")
      .select("address")
      .where("ticket_id", "=", ticket.id)
      .where("address", "is not", null)
      .execute();
    expect(copied).toEqual([{ address: "ben@harbour.test" }]);
  });

  test("shows what its author wrote; the quote is stored apart, unless they wrote below it", async () => {
    const quote = '<blockquote type="cite">Did you restart it?</blockquote>';
    const top = await receive(html, `<p>Yes, twice.</p>${quote}`);
    const below = await receive(html, `<p>Hello,</p>${quote}<p>Yes, twice.</p>`);
    const stored = await database.db
      .selectFrom("message_mails")
      .select(["inbound_mail_id", "html", "rest_html"])
      .execute();
    const of = (id: string) => stored.find(({ inbound_mail_id }) => inbound_mail_id === id);
    expect(of(top.id)?.html).toBe("<p>Yes, twice.</p>");
    expect(of(top.id)?.rest_html).toContain("Did you restart it?");
    expect(of(below.id)?.html).toContain("Did you restart it?");
    expect(of(below.id)?.rest_html).toBeNull();
  });

  test("is found by words that its ticket's first mail quotes, by staff alone", async () => {
    const quote = '<blockquote type="cite">About the walrus</blockquote>';
    const { ticket_id: id } = await receive(html, `<p>See below, please.</p>${quote}`);
    while ((await indexSome(database.db, 100)) > 0);
    const maya = await insertUser(database.db, { role: "Agent", company_scope: "all" });
    const ana = await database.db
      .selectFrom("users")
      .selectAll()
      .where("email", "=", "ana@harbour.test")
      .executeTakeFirstOrThrow();
    const found = async (user: typeof maya) => {
      const deps = await actingAs(database.db, user, clock);
      const { tickets } = await listTickets(deps, listTicketsInput.parse({ q: "walrus" }));
      return tickets.map((ticket) => ticket.id);
    };
    expect(await found(maya)).toEqual([id ?? ""]);
    expect(await found(ana)).toEqual([]);
  });

  test("that arrives before the mail it answers waits for it", async () => {
    const question = rawMail({ "Message-ID": "<one@harbour.test>" });
    const answer = await put(
      rawMail({ Subject: "Re: Blank labels", "In-Reply-To": "<one@harbour.test>" }),
    );
    const first = await put(question);
    expect(await workOnNext(deps())).toBe("waits");
    await workOnNext(deps());
    clock = new Date(clock.getTime() + 3_000);
    await workOnNext(deps());
    const ticket = (await rowOf(first)).ticket_id;
    expect(await rowOf(answer)).toMatchObject({ state: "message", ticket_id: ticket, attempts: 1 });
  });
});

describe("held", () => {
  test("staff, blocked senders, disabled people and copies, each with its reason", async () => {
    await insertUser(database.db, { email: "maya@acme.test", role: "Agent", company_scope: "all" });
    await insertUser(database.db, { email: "gone@harbour.test", state: "disabled" });
    await database.db
      .insertInto("blocked_senders")
      .values({ pattern: "*@spam.test", created_at: clock })
      .execute();
    const reasons = [
      await receive({ From: "maya@acme.test" }),
      await receive({ From: "gone@harbour.test" }),
      await receive({ From: "any@spam.test" }),
      await receive({ From: "support@acme.test" }),
      await receive({ From: "" }),
      await receive({ "Auto-Submitted": "auto-replied" }),
    ].map(({ reason }) => reason);
    expect(reasons).toEqual([
      "unproven-staff",
      "disabled-person",
      "blocked",
      "own",
      "no-sender",
      "automatic",
    ]);
    expect(await database.db.selectFrom("tickets").selectAll().execute()).toEqual([]);
  });

  test("a copy in a second mailbox is held, and the ticket names that mailbox", async () => {
    const billing = await insertMailbox(database.db, { address: "billing@acme.test" });
    const headers = {
      "Message-ID": "<one@harbour.test>",
      To: "support@acme.test, billing@acme.test",
    };
    const first = await receive(headers);
    const second = await receive(headers, undefined, billing.id);
    expect(second).toMatchObject({
      state: "held",
      reason: "duplicate",
      ticket_id: first.ticket_id,
    });
    const [event] = await database.db
      .selectFrom("ticket_events")
      .select("data")
      .where("kind", "=", "mail")
      .execute();
    expect(event?.data).toEqual({ about: "also-sent", address: "billing@acme.test" });
  });

  test("the same words from one sender are held after three within ten minutes", async () => {
    const states: string[] = [];
    for (let times = 0; times < 5; times += 1) states.push((await receive()).state);
    expect(states).toEqual(["ticket", "ticket", "ticket", "held", "held"]);
  });
});

describe("limits", () => {
  const answers = async (count: number, to: string) => {
    for (let at = 0; at < count; at += 1) {
      clock = new Date(clock.getTime() + 1_000);
      const subject = { Subject: "Re: Blank labels", "In-Reply-To": to };
      const row = await receive(subject, `Answer ${clock.toISOString()}`);
      expect(row).toMatchObject({ state: "message" });
      // A program on our side resolves it each time.
      const resolved = { status: "resolved" as const, last_resolved_at: clock };
      await database.db.updateTable("tickets").set(resolved).execute();
    }
  };

  test("the sixth mail in ten minutes that would reopen a ticket is only added, until staff act", async () => {
    const maya = await insertUser(database.db, { role: "Agent", company_scope: "all" });
    const { ticket_id: id } = await receive({ "Message-ID": "<one@harbour.test>" });
    const taken = { assignee_id: maya.id, unassigned_since: null };
    await database.db
      .updateTable("tickets")
      .set({ ...taken, status: "resolved", last_resolved_at: clock })
      .execute();
    await answers(5, "<one@harbour.test>");
    expect(await mailsTo("ticket-customer-wrote")).toHaveLength(5);
    const count = async () => (await ticketOf(id)).reopen_count;
    expect(await count()).toBe(5);
    await answers(2, "<one@harbour.test>");
    expect(await count()).toBe(5);
    expect(await messagesOf(id)).toHaveLength(8);
    expect(await mailsTo("ticket-customer-wrote")).toHaveLength(5);
    const events = await database.db
      .selectFrom("ticket_events")
      .select(["data", "audience"])
      .where("kind", "=", "mail")
      .execute();
    expect(events).toEqual([{ data: { about: "not-reopened" }, audience: "staff" }]);

    // Long afterwards too, but not once an agent has written.
    clock = new Date(clock.getTime() + 60 * 60_000);
    await answers(1, "<one@harbour.test>");
    expect(await count()).toBe(5);
    const note = { ticket_id: id ?? "", author_id: maya.id, kind: "note" as const };
    await insertMessage(database.db, { ...note, created_at: clock });
    await answers(1, "<one@harbour.test>");
    expect(await count()).toBe(6);
  });

  test("the same answer again and again is held at its ticket", async () => {
    const { ticket_id: id } = await receive({ "Message-ID": "<one@harbour.test>" });
    const again = { Subject: "Re: Blank labels", "In-Reply-To": "<one@harbour.test>" };
    const rows = [];
    for (let times = 0; times < 5; times += 1) rows.push(await receive(again, "I am away."));
    expect(rows.map(({ state }) => state)).toEqual([
      "message",
      "message",
      "message",
      "held",
      "held",
    ]);
    expect(rows.at(-1)).toMatchObject({ reason: "loop", ticket_id: id });
  });

  test("a sender gets 20 tickets an hour", async () => {
    const rows = [];
    for (let times = 0; times < 21; times += 1) {
      rows.push(await receive({ Subject: `Fault ${times}` }, `Text ${times}`));
    }
    const states = rows.map(({ state }) => state);
    expect(states.lastIndexOf("ticket")).toBe(19);
    expect(rows.at(-1)).toMatchObject({ state: "held", reason: "loop" });
  });

  test("more than 200 new people an hour are held, and Super Admins are notified once", async () => {
    const admin = await insertUser(database.db, { role: "Super Admin" });
    await insertUser(database.db, { role: "Agent", company_scope: "all" });
    const people = Array.from({ length: 200 }, (_, at) => `new-${at}@else.test`);
    for (const email of people) await insertUser(database.db, { email, created_at: clock });
    await database.db
      .insertInto("inbound_mails")
      .values(
        people.map((sender) => ({
          ...{ id: Bun.randomUUIDv7(), mailbox_id: mailboxId, source: "command" as const, sender },
          ...{
            raw_hash: crypto.getRandomValues(Buffer.alloc(32)),
            raw_size: 1,
            state: "ticket" as const,
          },
          ...{ received_at: clock, stored_at: clock, next_attempt_at: clock, decided_at: clock },
        })),
      )
      .execute();
    for (const From of ["zoe@else.test", "zac@else.test"]) {
      expect(await receive({ From })).toMatchObject({ state: "held", reason: "flood" });
    }
    expect(await receive({ From: "new-7@else.test" })).toMatchObject({ state: "ticket" });
    const lines = await database.db
      .selectFrom("notifications")
      .select(["user_id", "kind", "mailbox_id"])
      .where("kind", "=", "mail-flood")
      .execute();
    expect(lines).toEqual([{ user_id: admin.id, kind: "mail-flood", mailbox_id: mailboxId }]);
    const { items } = await listNotifications(await actingAs(database.db, admin, clock), {});
    expect(items).toMatchObject([
      { kind: "mail-flood", unread: true, mailbox: { name: "Support" } },
    ]);
  });

  test("a mail waits while they cannot be counted", async () => {
    const id = await put(rawMail());
    await sql`alter table outgoing_mails rename to mails_away`.execute(database.owner);
    try {
      expect(await workOnNext(deps())).toBe("failed");
      expect(await rowOf(id)).toMatchObject({ state: "stored", attempts: 1 });
    } finally {
      await sql`alter table mails_away rename to outgoing_mails`.execute(database.owner);
    }
    clock = new Date(clock.getTime() + 61_000);
    await workOnNext(deps());
    expect(await rowOf(id)).toMatchObject({ state: "ticket", attempts: 2 });
  });
});

test("a mail that cannot be read becomes a plain ticket at the third attempt; others pass", async () => {
  let nested = "Content-Type: multipart/mixed; boundary=b0\r\n\r\n";
  for (let depth = 0; depth < 60; depth += 1) {
    nested += `--b${depth}\r\nContent-Type: multipart/mixed; boundary=b${depth + 1}\r\n\r\n`;
  }
  const head = "From: Ana <ana@harbour.test>\r\nSubject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=\r\n";
  const bad = await put(new TextEncoder().encode(`${head}${nested}`));
  expect(await workOnNext(deps())).toBe("failed");
  expect((await receive({ Subject: "Next" })).state).toBe("ticket");
  for (const minutes of [2, 6]) {
    clock = new Date(clock.getTime() + minutes * 60_000);
    await workOnNext(deps());
  }
  const row = await rowOf(bad);
  expect(row).toMatchObject({ state: "ticket", subject: "Grüße", attempts: 3 });
  const [message] = await messagesOf(row.ticket_id);
  expect(message?.body).toBe("This mail could not be read. The original is attached.");
  const files = await database.db.selectFrom("files").select(["name", "content_id"]).execute();
  expect(files).toEqual([{ name: "mail.eml", content_id: row.content_id }]);
});

test("NUL bytes, no Message-ID and an empty In-Reply-To do no harm", async () => {
  const row = await receive({ "Message-ID": "", "In-Reply-To": "<>", Subject: "A\0B" }, "C\0D");
  expect(row).toMatchObject({ state: "ticket", subject: "AB" });
  const other = await receive({ "Message-ID": "", "In-Reply-To": "<>", From: "x@y.test" });
  expect(other.state).toBe("ticket");
});

test("redacting a message erases its mail, and what later mails quote of it", async () => {
  const admin = await insertUser(database.db, { role: "Super Admin" });
  const first = await receive({ "Message-ID": "<one@harbour.test>" }, "My secret is 1234.");
  const quoting = '<p>Any news?</p><blockquote type="cite">My secret is 1234.</blockquote>';
  const second = await receive(
    { ...html, Subject: "Re: Blank labels", "In-Reply-To": "<one@harbour.test>" },
    quoting,
  );
  await redactMessage(await actingAs(database.db, admin), first.message_id ?? "");
  expect(await rowOf(first.id)).toMatchObject({ content_id: null, preview: null });
  expect((await rowOf(second.id)).content_id).toBeNull();
  const stored = await database.db
    .selectFrom("message_mails")
    .select(["html", "rest_html", "rest_text"])
    .execute();
  expect(JSON.stringify(stored)).not.toContain("secret");
  expect(JSON.stringify(stored)).toContain("Any news?");
});

test("deleting a person erases the mails they sent, and their address where it was copied", async () => {
  const admin = await insertUser(database.db, { role: "Super Admin" });
  const own = await receive();
  const other = await receive({ From: "ben@else.test", Cc: "ana@harbour.test" });
  const { requester_id } = await ticketOf(own.ticket_id);
  await deleteUser(await actingAs(database.db, admin), requester_id);
  expect(await rowOf(own.id)).toMatchObject({ content_id: null, sender: null, subject: null });
  expect((await rowOf(other.id)).content_id).not.toBeNull();
  for (const table of ["ticket_people", "message_recipients", "message_mails"] as const) {
    const rows = await database.db.selectFrom(table).selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain("ana@harbour.test");
  }
});

test("deleting a person erases what others quoted of their mails, and leaves what others wrote", async () => {
  const admin = await insertUser(database.db, { role: "Super Admin" });
  const own = await receive({ "Message-ID": "<one@harbour.test>", Cc: "ben@else.test" });
  const answer = await receive(
    { From: "ben@else.test", Subject: "Re: Blank labels", "In-Reply-To": "<one@harbour.test>" },
    "Mine too.\n\nOn Saturday Ana Ruiz wrote:\n> The printer is blank.\n",
  );
  expect(answer).toMatchObject({ state: "message", ticket_id: own.ticket_id });
  const quoted = () =>
    database.db
      .selectFrom("message_mails")
      .select(["html", "rest_text", "from_address"])
      .where("message_id", "=", answer.message_id)
      .executeTakeFirstOrThrow();
  expect((await quoted()).rest_text).toContain("The printer is blank.");
  const { requester_id } = await ticketOf(own.ticket_id);
  await deleteUser(await actingAs(database.db, admin), requester_id);
  expect(await quoted()).toMatchObject({ rest_text: null, from_address: "ben@else.test" });
  expect((await quoted()).html).toContain("Mine too.");
  expect(await rowOf(answer.id)).toMatchObject({ content_id: null, sender: "ben@else.test" });
});

test("redacting says how many later mails lose their original and what they quote", async () => {
  const agent = await insertUser(database.db, { role: "Agent", company_scope: "all" });
  const first = await receive({ "Message-ID": "<one@harbour.test>" });
  const reply = { Subject: "Re: Blank labels", "In-Reply-To": "<one@harbour.test>" };
  for (const words of ["And now?", "And today?"]) {
    clock = new Date(clock.getTime() + 60_000);
    await receive(reply, words);
  }
  const deps = await actingAs(database.db, agent);
  const { count } = await countLaterMails(deps, { messageId: first.message_id ?? "" });
  expect(count).toBe(2);
});

test("an address without a user is forgotten: its mails, where it was copied, and in events", async () => {
  const admin = await insertUser(database.db, { role: "Super Admin" });
  const row = await receive({ Cc: "Zoe Q <zoe@else.test>" });
  const ticketId = row.ticket_id ?? "";
  const people = [{ address: "zoe@else.test", name: "Zoe Q" }];
  const data = {
    about: "copied",
    added: [...people, { address: "ed@x.test", name: "Ed" }],
    removed: [],
  };
  await sql`
    insert into ticket_events (id, ticket_id, act_id, kind, audience, data, created_at)
    values (uuid_v7(), ${ticketId}::uuid, uuid_v7(), 'mail', 'staff',
      ${JSON.stringify(data)}::text::jsonb, now())`.execute(database.db);
  const held = await receive({ From: "zoe@else.test", "Auto-Submitted": "auto-replied" });
  const forget = async (address: string) =>
    forgetAddress(await actingAs(database.db, admin), { address }, Bun.randomUUIDv7());
  expect((await refusalOf(forget("ana@harbour.test"))).code).toBe("invalid_input");
  expect(await forget("zoe@else.test")).toEqual({ tickets: 1 });
  expect(await rowOf(held.id)).toMatchObject({ content_id: null, sender: null, state: "held" });
  const { rows } = await sql<{ text: string }>`
    select ticket_events::text as text from ticket_events
    union all select ticket_people::text from ticket_people
    union all select message_recipients::text from message_recipients`.execute(database.db);
  const all = JSON.stringify(rows);
  expect(all).not.toContain("zoe@else.test");
  expect(all).not.toContain("Zoe Q");
  expect(all).toContain("ed@x.test");
});

test("a mail that was put off while the clock was wrong is read", async () => {
  const id = await put(rawMail());
  const years = new Date(clock.getTime() + 3 * 365 * 86_400_000);
  await database.db.updateTable("inbound_mails").set({ next_attempt_at: years }).execute();
  expect(await workOnNext(deps())).toBeNull();
  await retryAfterWrongClock(database.db, clock);
  await workOnNext(deps());
  expect(await rowOf(id)).toMatchObject({ state: "ticket" });
});

test("10,000 older mails hold up no new one", async () => {
  await sql`
    insert into inbound_mails (id, mailbox_id, source, raw_hash, raw_size, received_at, stored_at,
      next_attempt_at, is_backlog)
    select uuid_v7(), ${mailboxId}::uuid, 'command', sha256(n::text::bytea), 1, ${clock}::timestamptz,
      ${clock}::timestamptz, ${clock}::timestamptz, true
    from generate_series(1, 10000) n`.execute(database.db);
  const begin = performance.now();
  const row = await receive();
  expect(row.state).toBe("ticket");
  expect(performance.now() - begin).toBeLessThan(5_000);
});

test("a copied address with a user sees nothing: they are none of its people", async () => {
  const ben = await insertUser(database.db, { email: "ben@harbour.test" });
  const row = await receive({ Cc: "ben@harbour.test" });
  const people = await database.db
    .selectFrom("ticket_people")
    .select("ticket_id")
    .where("user_id", "=", ben.id)
    .execute();
  expect(people).toEqual([]);
  await insertMessage(database.db, {
    ticket_id: row.ticket_id ?? "",
    author_id: (await ticketOf(row.ticket_id)).requester_id,
  });
  const bells = await database.db
    .selectFrom("notifications")
    .select("id")
    .where("user_id", "=", ben.id)
    .execute();
  expect(bells).toEqual([]);
});

test("received is the sum of tickets, messages, held and waiting mails", async () => {
  await receive({ "Message-ID": "<one@harbour.test>" });
  await receive({ Subject: "Re: Blank labels", "In-Reply-To": "<one@harbour.test>" }, "More.");
  await receive({ "Auto-Submitted": "auto-replied" });
  await put(rawMail());
  const rows = await database.db
    .selectFrom("inbound_mails")
    .select(["state", ({ fn }) => fn.countAll<number>().as("count")])
    .groupBy("state")
    .orderBy("state")
    .execute();
  expect(rows.map(({ state, count }) => [state, Number(count)])).toEqual([
    ["held", 1],
    ["message", 1],
    ["stored", 1],
    ["ticket", 1],
  ]);
});
