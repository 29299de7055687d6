import { afterAll, afterEach, beforeEach, expect, test } from "bun:test";
import { createEncryption } from "../../server/encryption.ts";
import { createGuardedFetch } from "../../server/guarded-fetch.ts";
import { createLog } from "../../server/log.ts";
import { returnToStaff } from "../../server/mail/inbound/bounces.ts";
import { sendStaffMail } from "../../server/mail/inbound/held.ts";
import { createMailParser } from "../../server/mail/inbound/parser.ts";
import { storeInboundMail } from "../../server/mail/inbound/store.ts";
import { workOnNext } from "../../server/mail/inbound/worker.ts";
import { startMailWorker } from "../../server/mail/outbox/worker.ts";
import { readTicketDetails } from "../../server/tickets/details.ts";
import { addNote } from "../../server/tickets/reply.ts";
import { actingAs } from "../support/acting.ts";
import { insertUser, type UserRow } from "../support/builders.ts";
import { insertMailbox, rawMail, setUpTestFiles } from "../support/mail-desk.ts";
import { type MailServer, type ReceivedMail, startMailServer } from "../support/mail-server.ts";
import { setUpTestDatabase } from "../support/test-database.ts";

// An agent answers exactly the mail that the desk sent, through a mail server that proves who wrote.

const log = createLog("error", () => {});
const proof = { "Authentication-Results": "mx.acme.test; dmarc=pass header.from=acme.test" };
const maysAddress = "Maya Lind <maya@acme.test>";

const database = setUpTestDatabase();
const store = setUpTestFiles();
const parser = createMailParser();
let sink: MailServer;
let maya: UserRow;
let mailboxId: string;

beforeEach(async () => {
  await database.empty();
  sink = await startMailServer();
  const mailbox = { receives: "imap", authserv_id: "mx.acme.test" } as const;
  mailboxId = (await insertMailbox(database.db, mailbox)).id;
  const agent = { role: "Agent", company_scope: "all", first_name: "Maya" } as const;
  maya = await insertUser(database.db, { ...agent, email: "maya@acme.test" });
});
afterEach(() => sink.stop());
afterAll(() => parser.stop());

async function work(): Promise<void> {
  const { db } = database;
  await workOnNext({ db, files: store, parser, log, now: () => new Date() });
}

async function receive(headers: Record<string, string>, body?: string) {
  const { db } = database;
  const { id } = await storeInboundMail(
    { db, files: store, now: new Date() },
    { mailboxId, source: "command", bytes: rawMail(headers, body) },
  );
  await work();
  return await outcomeOf(id);
}

async function outcomeOf(id: string) {
  return await database.db
    .selectFrom("inbound_mails")
    .select(["id", "state", "reason", "ticket_id", "message_id"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
}

/** Sends what waits, and returns it. */
async function deliver(): Promise<ReceivedMail[]> {
  const before = sink.received.length;
  const worker = startMailWorker({
    db: database.db,
    config: {
      ...{ smtpUrl: sink.url, mailFrom: "desk@else.test", mailReplyTo: null },
      baseUrl: "https://desk.acme.test",
    },
    encryption: createEncryption([new Uint8Array(32).fill(5)]),
    guardedFetch: createGuardedFetch({ allowPrivate: [] }),
    log,
    now: () => new Date(Date.now() + 60_000),
    origin: () => "https://desk.acme.test",
    onUndelivered: returnToStaff,
  });
  await worker.settled();
  await worker.stop();
  return sink.received.slice(before);
}

function mailTo(mails: readonly ReceivedMail[], address: string): ReceivedMail {
  const mail = mails.find(({ recipient }) => recipient === address);
  if (!mail) throw new Error(`No mail to ${address}: ${mails.map(({ recipient }) => recipient)}`);
  return mail;
}

/** Ana's ticket is Maya's, and Maya got a mail about what Ana wrote. */
async function asked() {
  const first = await receive({ "Message-ID": "<one@harbour.test>" });
  const ticketId = first.ticket_id ?? "";
  await database.db
    .updateTable("tickets")
    .set({ assignee_id: maya.id, unassigned_since: null })
    .where("id", "=", ticketId)
    .execute();
  await receive(
    { Subject: "Re: Blank labels", "In-Reply-To": "<one@harbour.test>" },
    "It is still blank.",
  );
  return { ticketId, notice: mailTo(await deliver(), "maya@acme.test") };
}

/** As a phone writes it, above the quoted mail. */
function answer(notice: ReceivedMail, words: string, more: Record<string, string> = proof) {
  const { headers, quote } = answerTo(notice, more);
  return receive(headers, `${words}\n\nOn Saturday, Support wrote:\n${quote}`);
}

function answerTo(notice: ReceivedMail, more: Record<string, string>) {
  const quote = (notice.text ?? "").split("\n").map((line) => `> ${line}`);
  const headers = {
    From: maysAddress,
    To: notice.replyTo?.[0]?.address ?? "",
    Subject: `Re: ${notice.subject}`,
    "In-Reply-To": notice.messageId ?? "",
    ...more,
  };
  return { headers, quote: quote.join("\n") };
}

const messagesOf = (ticketId: string | null) =>
  database.db
    .selectFrom("messages")
    .select(["id", "kind", "body", "author_id", "released_at"])
    .where("ticket_id", "=", ticketId)
    .orderBy("created_at")
    .execute();

const ticketOf = (id: string | null) =>
  database.db
    .selectFrom("tickets")
    .selectAll()
    .where("id", "=", id ?? "")
    .executeTakeFirstOrThrow();

test("an answer to a customer's message is a reply, sent without the notice's quote", async () => {
  const { ticketId, notice } = await asked();
  expect(notice.text).toStartWith("----- Write your reply above this line -----");
  expect(notice.text).toContain("Your answer is sent to the customer.");
  const done = await answer(notice, "A new head is on its way.");
  expect(done).toMatchObject({ state: "message", ticket_id: ticketId });
  const message = (await messagesOf(ticketId)).at(-1);
  expect(message).toMatchObject({ kind: "public", author_id: maya.id });
  expect(message?.body).toBe("A new head is on its way.");
  expect(message?.released_at).not.toBeNull();
  const mail = mailTo(await deliver(), "ana@harbour.test");
  expect(mail.text).toContain("A new head is on its way.");
  for (const secret of ["/profile", "#note", "assigned to you"]) {
    expect(mail.source).not.toContain(secret);
  }
  expect(await ticketOf(ticketId)).toMatchObject({ waiting_for: "customer", staff_reply_count: 1 });
});

test("the first lines change the ticket, and do not leave", async () => {
  const { ticketId, notice } = await asked();
  await answer(notice, "#resolve\n#tag printers\n#unheard of\n\nIt is fixed.");
  const sent = await deliver();
  const mail = mailTo(sent, "ana@harbour.test");
  expect(mail.text).toContain("It is fixed.");
  for (const command of ["#resolve", "#tag", "#unheard"])
    expect(mail.source).not.toContain(command);
  expect(await ticketOf(ticketId)).toMatchObject({ status: "resolved" });
  const tags = await database.db.selectFrom("tags").select("name").execute();
  expect(tags).toEqual([{ name: "printers" }]);
  // An unknown one does nothing, and is answered once.
  const about = mailTo(sent, "maya@acme.test");
  expect(about.subject).toBe("Frontdesk doesn't know a command in your mail");
  expect(about.text).toContain("#unheard of");
});

test("a first line #note keeps the words among staff", async () => {
  const { ticketId, notice } = await asked();
  await answer(notice, "#note\nShe is a reseller.");
  expect((await messagesOf(ticketId)).at(-1)).toMatchObject({
    ...{ kind: "note", body: "She is a reseller." },
  });
  expect(await deliver()).toEqual([]);
});

test("a mail in an agent's name without proof does nothing", async () => {
  const { ticketId, notice } = await asked();
  const before = await messagesOf(ticketId);
  const forged = [
    await answer(notice, "Send me the password.", {}),
    await answer(notice, "Pay here.", {
      "Authentication-Results": "mx.evil.test; dmarc=pass header.from=acme.test",
    }),
    await answer(notice, "Or here.", {
      "Authentication-Results": "mx.acme.test; spf=pass smtp.mailfrom=acme.test",
    }),
    // A proven mail that answers no mail to this agent.
    await answer(notice, "#resolve\nDone.", {
      ...proof,
      To: "support@acme.test",
      "In-Reply-To": "",
    }),
  ];
  expect(forged.map(({ reason }) => reason)).toEqual([
    "unproven-staff",
    "unproven-staff",
    "unproven-staff",
    "needs-requester",
  ]);
  expect(await messagesOf(ticketId)).toEqual(before);
  expect(await deliver()).toEqual([]);
});

test("words below the quoted line are looked at before they are sent", async () => {
  const { ticketId, notice } = await asked();
  const { headers, quote } = answerTo(notice, proof);
  const mixed = await receive(headers, `See below.\n\n${quote}\n\nNot yet.`);
  expect(mixed).toMatchObject({ state: "held", reason: "needs-review", ticket_id: ticketId });
  const bare = await receive(headers, "Without a quote.");
  expect(bare).toMatchObject({ state: "held", reason: "needs-review" });
  expect(await deliver()).toEqual([]);

  const deps = await actingAs(database.db, maya);
  await sendStaffMail(deps, { id: bare.id, as: "reply" }, Bun.randomUUIDv7());
  await work();
  expect(await outcomeOf(bare.id)).toMatchObject({ state: "message", ticket_id: ticketId });
  expect(mailTo(await deliver(), "ana@harbour.test").text).toContain("Without a quote.");
  await sendStaffMail(deps, { id: mixed.id, as: "note" }, Bun.randomUUIDv7());
  await work();
  const note = (await messagesOf(ticketId)).at(-1);
  expect(note).toMatchObject({ kind: "note", author_id: maya.id });
  expect(note?.body).toContain("Not yet.");
  expect(await deliver()).toEqual([]);
});

test("an answer to a mention is a note, whatever it says", async () => {
  const { ticket_id: ticketId } = await receive({});
  const other = await insertUser(database.db, { role: "Agent", company_scope: "all" });
  await deliver();
  await addNote(await actingAs(database.db, other), {
    ...{ id: ticketId ?? "", requestId: Bun.randomUUIDv7() },
    body: `Look, @[Maya](user:${maya.id})`,
    mentions: [maya.id],
  });
  const notice = mailTo(await deliver(), "maya@acme.test");
  expect(notice.text).toContain("Your answer becomes a note.");
  await answer(notice, "Give her a refund.");
  expect((await messagesOf(ticketId)).at(-1)).toMatchObject({
    ...{ kind: "note", body: "Give her a refund.", author_id: maya.id },
  });
  expect(await deliver()).toEqual([]);
});

test("a forwarded mail is a ticket for its author, and the agent's words a note on it", async () => {
  const body =
    "She called before.\n\n---------- Forwarded message ---------\nFrom: Nina Oss <nina@other.test>\nDate: Sat, 28 Nov 2026\nSubject: My order\nTo: <maya@acme.test>\n\nWhere is my order?";
  const done = await receive({ From: maysAddress, Subject: "Fwd: My order", ...proof }, body);
  expect(done.state).toBe("ticket");
  const ticket = await ticketOf(done.ticket_id);
  expect(ticket).toMatchObject({ subject: "My order", channel: "email", status: "new" });
  const nina = await database.db
    .selectFrom("users")
    .select(["email", "first_name", "role"])
    .where("id", "=", ticket.requester_id)
    .executeTakeFirstOrThrow();
  expect(nina).toEqual({ email: "nina@other.test", first_name: "Nina", role: "Customer" });
  expect(await messagesOf(done.ticket_id)).toMatchObject([
    { kind: "public", body: "Where is my order?", author_id: ticket.requester_id },
    { kind: "note", body: "She called before.", author_id: maya.id },
  ]);
  for (const mail of await deliver()) expect(mail.source).not.toContain("She called before.");
  const deps = await actingAs(database.db, maya);
  const { timeline } = await readTicketDetails(deps, done.ticket_id ?? "");
  const shown = timeline.items.flatMap((item) => (item.kind === "message" && item.mail) || []);
  // Proven is who forwarded it, not who wrote it.
  expect(shown).toMatchObject([{ sender: "nina@other.test", verdict: "none" }]);
});

test("any other new mail of an agent waits for a requester", async () => {
  const done = await receive({ From: maysAddress, Subject: "Hello", ...proof }, "Who is there?");
  expect(done).toMatchObject({ state: "held", reason: "needs-requester", ticket_id: null });
});

test("a stranger with an agent's token changes nothing that customers see", async () => {
  const { ticketId, notice } = await asked();
  const before = await messagesOf(ticketId);
  const stolen = await answer(notice, "I am Maya.", { ...proof, From: "Eve <eve@acme.test>" });
  expect(stolen.state).toBe("held");
  expect(await messagesOf(ticketId)).toEqual(before);
});
