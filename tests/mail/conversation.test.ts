import { afterAll, afterEach, beforeEach, describe, expect, test } from "bun:test";
import { createEncryption } from "../../server/encryption.ts";
import { createGuardedFetch } from "../../server/guarded-fetch.ts";
import { createLog } from "../../server/log.ts";
import { returnToStaff, tryAddressAgain } from "../../server/mail/inbound/bounces.ts";
import { createMailParser } from "../../server/mail/inbound/parser.ts";
import { storeInboundMail } from "../../server/mail/inbound/store.ts";
import { workOnNext } from "../../server/mail/inbound/worker.ts";
import { secretCell } from "../../server/mail/mail-host.ts";
import { startMailWorker } from "../../server/mail/outbox/worker.ts";
import { notifyOfFailing } from "../../server/notifications/mailbox-news.ts";
import { readTicketDetails } from "../../server/tickets/details.ts";
import { readPerson } from "../../server/tickets/records.ts";
import { startReleaseWorker } from "../../server/tickets/release.ts";
import { replyToTicket } from "../../server/tickets/reply.ts";
import { undoReply } from "../../server/tickets/undo-reply.ts";
import type { ReplyInput } from "../../shared/schemas/ticket-acts.ts";
import { actingAs, refusalOf } from "../support/acting.ts";
import { insertUser, type UserRow } from "../support/builders.ts";
import { insertMailbox, rawMail, setUpTestFiles } from "../support/mail-desk.ts";
import { type MailServer, type ReceivedMail, startMailServer } from "../support/mail-server.ts";
import { setUpTestDatabase } from "../support/test-database.ts";

// A whole conversation by mail: what the customer sends is stored as `mail:in` does, what the desk sends
// arrives at a real mail server, and the customer answers exactly what arrived there.

const encryption = createEncryption([new Uint8Array(32).fill(5)]);
const log = createLog("error", () => {});

const database = setUpTestDatabase();
const store = setUpTestFiles();
const parser = createMailParser();
let sink: MailServer;
let maya: UserRow;
let mailboxId: string;
let clock: Date;

beforeEach(async () => {
  await database.empty();
  clock = new Date();
  sink = await startMailServer();
  mailboxId = (await insertMailbox(database.db)).id;
  maya = await insertUser(database.db, {
    role: "Agent",
    company_scope: "all",
    first_name: "Maya",
    email: "maya@acme.test",
  });
});
afterEach(() => sink.stop());
afterAll(() => parser.stop());

/** Receives a mail and handles it. */
async function receive(headers: Record<string, string>, body?: string) {
  const { db } = database;
  const { id } = await storeInboundMail(
    { db, files: store, now: clock },
    { mailboxId, source: "command", bytes: rawMail(headers, body) },
  );
  await workOnNext({ db, files: store, parser, log, now: () => clock });
  return await db
    .selectFrom("inbound_mails")
    .select(["id", "state", "reason", "ticket_id", "message_id"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
}

/** An agent's reply, sent once it can no longer be undone. */
async function reply(ticketId: string | null, body: string, more: Partial<ReplyInput> = {}) {
  const { db } = database;
  // An acknowledgement leaves before it.
  await deliver();
  const input = { requestId: Bun.randomUUIDv7(), id: ticketId ?? "", body, ...more };
  let releases: ReturnType<typeof startReleaseWorker> | undefined;
  const done = await replyToTicket(await actingAs(db, maya, clock), input);
  await database.owner
    .updateTable("messages")
    .set({ release_at: clock })
    .where("released_at", "is", null)
    .execute();
  await new Promise<void>((onRelease) => {
    releases = startReleaseWorker({ db, log, now: () => new Date(), onRelease });
  });
  await releases?.stop();
  return done;
}

/** Sends queued mails and returns them by recipient. */
async function deliver(minutes = 1): Promise<ReceivedMail[]> {
  const before = sink.received.length;
  const worker = startMailWorker({
    db: database.db,
    config: {
      smtpUrl: sink.url,
      mailFrom: "Desk <desk@else.test>",
      mailReplyTo: null,
      baseUrl: "https://desk.acme.test",
    },
    encryption,
    guardedFetch: createGuardedFetch({ allowPrivate: [] }),
    log,
    now: () => new Date(Date.now() + minutes * 60_000),
    origin: () => "https://desk.acme.test",
    onUndelivered: returnToStaff,
  });
  await worker.settled();
  await worker.stop();
  return sink.received.slice(before);
}

const mailTo = (mails: readonly ReceivedMail[], address: string) => {
  const mail = mails.find(({ recipient }) => recipient === address);
  if (!mail) throw new Error(`No mail to ${address}: ${mails.map((one) => one.recipient)}`);
  return mail;
};

/** An answer as a mail program writes it: to Reply-To, with both headers, above the quoted mail. */
function answerTo(mail: ReceivedMail, from = "Ana Ruiz <ana@harbour.test>") {
  const quote = (mail.text ?? "").split("\n").map((line) => `> ${line}`);
  return {
    headers: {
      From: from,
      To: mail.replyTo?.[0]?.address ?? mail.from?.address ?? "",
      Subject: mail.subject ?? "",
      "In-Reply-To": mail.messageId ?? "",
      References: `${mail.references} ${mail.messageId}`,
    },
    body: `It works, thank you.\n\nOn Saturday, Maya wrote:\n${quote.join("\n")}`,
  };
}

const messagesOf = (ticketId: string | null) =>
  database.db
    .selectFrom("messages")
    .select(["id", "kind", "body", "author_id"])
    .where("ticket_id", "=", ticketId)
    .orderBy("created_at")
    .execute();

const ticketOf = (id: string | null) =>
  database.db
    .selectFrom("tickets")
    .selectAll()
    .where("id", "=", id ?? "")
    .executeTakeFirstOrThrow();

const header = (mail: ReceivedMail, name: string) =>
  mail.headers.find(({ key }) => key === name)?.value;

describe("a reply to a mail", () => {
  test("comes from the ticket's mailbox and belongs to the customer's conversation", async () => {
    const question = await receive({
      Subject: "RE: Blank labels",
      "Message-ID": "<one@harbour.test>",
    });
    await database.db.updateTable("mailboxes").set({ signature: "Acme Support" }).execute();
    await deliver();
    await reply(question.ticket_id, "Restart **it**.");
    const mail = mailTo(await deliver(), "ana@harbour.test");
    const { number } = await ticketOf(question.ticket_id);
    expect(mail.from).toEqual({ name: "Maya at Frontdesk", address: "support@acme.test" });
    expect(mail.replyTo?.[0]?.address).toMatch(/^support\+[a-z2-7]{16}@acme\.test$/);
    expect(mail.subject).toBe(`Re: Blank labels [#${number}]`);
    expect(mail.inReplyTo).toBe("<one@harbour.test>");
    expect(mail.references).toStartWith(`<ticket.${question.ticket_id}@desk.acme.test> `);
    expect(mail.references).toEndWith(" <one@harbour.test>");
    expect(mail.text).toStartWith("----- Write your reply above this line -----\n");
    expect(mail.text).toContain("Acme Support\n\nAnswer this mail, or open the ticket:\n");
    expect(header(mail, "x-frontdesk")).toMatch(/^[a-z2-7]{16}\.[a-z2-7]{16}$/);
  });

  test("is answered from its Reply-To: a public message that reopens the ticket", async () => {
    const question = await receive({});
    await reply(question.ticket_id, "Restart it.", { status: "resolved", from: { status: "new" } });
    const mail = mailTo(await deliver(), "ana@harbour.test");
    // Nothing but the token leads to the ticket.
    const { headers, body } = answerTo(mail);
    const bare = { From: headers.From, To: headers.To, Subject: "Re: Blank labels" };
    const answer = await receive(bare, body);
    expect(answer).toMatchObject({ state: "message", ticket_id: question.ticket_id });
    const messages = await messagesOf(question.ticket_id);
    expect(messages.at(-1)).toMatchObject({
      id: answer.message_id,
      kind: "public",
      body: "It works, thank you.",
    });
    expect(await ticketOf(question.ticket_id)).toMatchObject({ status: "open", reopen_count: 1 });
  });

  test("is answered without a token where the mailbox has no plus addresses", async () => {
    await database.db.updateTable("mailboxes").set({ plus_arrives: false }).execute();
    const question = await receive({});
    await reply(question.ticket_id, "Restart it.");
    const mail = mailTo(await deliver(), "ana@harbour.test");
    expect(mail.replyTo?.[0]?.address).toBe("support@acme.test");
    const { headers, body } = answerTo(mail);
    const signed = { ...headers, References: "", Subject: "Re: Blank labels" };
    expect(await receive(signed, body)).toMatchObject({
      state: "message",
      ticket_id: question.ticket_id,
    });
  });

  test("is recognised by its signature where its id is not stored", async () => {
    const question = await receive({});
    await reply(question.ticket_id, "Restart it.");
    const mail = mailTo(await deliver(), "ana@harbour.test");
    await database.db.deleteFrom("mail_ids").execute();
    const { headers, body } = answerTo(mail);
    const answer = await receive({ ...headers, To: "support@acme.test", References: "" }, body);
    expect(answer).toMatchObject({ state: "message", ticket_id: question.ticket_id });
  });

  test("that comes back to the mailbox is held as our own", async () => {
    const question = await receive({});
    await reply(question.ticket_id, "Restart it.");
    const mail = mailTo(await deliver(), "ana@harbour.test");
    const mark = header(mail, "x-frontdesk") ?? "";
    const redirected = { From: "x@else.test", Subject: "Redirected", "X-Frontdesk": mark };
    expect(await receive(redirected)).toMatchObject({ state: "held", reason: "own" });
    const forged = `${mark.slice(0, -1)}${mark.endsWith("a") ? "b" : "a"}`;
    expect(await receive({ ...redirected, "X-Frontdesk": forged })).toMatchObject({
      state: "ticket",
    });
  });
});

describe("a stranger", () => {
  test("who forges References, or stole the token, changes nothing that customers see", async () => {
    const question = await receive({ "Message-ID": "<one@harbour.test>" });
    await reply(question.ticket_id, "Restart it.", { status: "resolved", from: { status: "new" } });
    const mail = mailTo(await deliver(), "ana@harbour.test");
    const before = await messagesOf(question.ticket_id);
    const { headers, body } = answerTo(mail, "Eve <eve@stranger.test>");
    const forgeries: Record<string, string>[] = [
      { References: "<one@harbour.test>" },
      { References: `<ticket.${question.ticket_id}@desk.acme.test>` },
      { To: headers.To, References: headers.References },
    ];
    for (const forged of forgeries) {
      const mails = { From: headers.From, Subject: "Re: Blank labels", ...forged };
      expect(await receive(mails, `${body} ${JSON.stringify(forged)}`)).toMatchObject({
        state: "held",
        reason: "stranger",
        ticket_id: question.ticket_id,
      });
    }
    expect(await messagesOf(question.ticket_id)).toEqual(before);
    expect(await ticketOf(question.ticket_id)).toMatchObject({ status: "resolved" });
    expect((await deliver()).filter(({ recipient }) => recipient !== "maya@acme.test")).toEqual([]);
  });
});

describe("copied people", () => {
  const withBen = { Cc: "Ben <ben@harbour.test>, eva@harbour.test" };
  const customers = (mails: readonly ReceivedMail[]) =>
    mails
      .map(({ recipient }) => recipient)
      .filter((address) => address !== "maya@acme.test")
      .sort();
  const copiedOn = async (ticketId: string | null) => {
    const rows = await database.db
      .selectFrom("ticket_people")
      .select(["address", "name"])
      .where("ticket_id", "=", ticketId)
      .where("address", "is not", null)
      .orderBy("address")
      .execute();
    return rows.map(({ address }) => address);
  };

  test("get each reply as a separate mail that names the requester and all in Cc", async () => {
    const question = await receive(withBen);
    await deliver();
    await reply(question.ticket_id, "Restart it.");
    const mails = await deliver();
    expect(customers(mails)).toEqual(["ana@harbour.test", "ben@harbour.test", "eva@harbour.test"]);
    for (const address of customers(mails)) {
      const mail = mailTo(mails, address);
      expect(mail.to).toEqual([{ name: "Ana Ruiz", address: "ana@harbour.test" }]);
      expect(mail.cc).toEqual([
        { name: "Ben", address: "ben@harbour.test" },
        { name: "", address: "eva@harbour.test" },
      ]);
    }
    const toBen = mailTo(mails, "ben@harbour.test");
    expect(toBen.source).not.toContain("/t#");
    expect(toBen.source).not.toContain("/ticket/");
    expect(toBen.text).toContain("because you're copied in on this conversation.");
    const addresses = mails.map((mail) => mail.replyTo?.[0]?.address);
    expect(new Set(addresses).size).toBe(3);
  });

  test("answer, and those who got the answer directly do not get it again", async () => {
    const question = await receive(withBen);
    await reply(question.ticket_id, "Restart it.");
    const { headers, body } = answerTo(
      mailTo(await deliver(), "ben@harbour.test"),
      "Ben <ben@harbour.test>",
    );
    // Reply to all: Ana is in To besides our address.
    const all = { ...headers, To: `${headers.To}, Ana Ruiz <ana@harbour.test>` };
    const answer = await receive(all, body);
    expect(answer).toMatchObject({ state: "message", ticket_id: question.ticket_id });
    const mails = await deliver();
    expect(customers(mails)).toEqual(["eva@harbour.test"]);
    expect(mailTo(mails, "eva@harbour.test").text).toContain("Ben wrote on");
    // Ben has an account by now, and still gets one mail only.
    await reply(question.ticket_id, "Glad to hear it.");
    expect(customers(await deliver())).toEqual([
      "ana@harbour.test",
      "ben@harbour.test",
      "eva@harbour.test",
    ]);
  });

  test("are left out once, removed for good, added, and put in Bcc", async () => {
    const { ticket_id: ticketId } = await receive(withBen);
    await deliver();
    await reply(ticketId, "Only you.", { cc: [] });
    expect(customers(await deliver())).toEqual(["ana@harbour.test"]);
    expect(await copiedOn(ticketId)).toEqual(["ben@harbour.test", "eva@harbour.test"]);
    await reply(ticketId, "And now.", {
      removeCopied: ["Eva@harbour.test"],
      addCopied: [{ address: "Zoe@else.test", name: "Zoe" }],
      bcc: ["boss@else.test"],
    });
    const mails = await deliver();
    expect(customers(mails)).toEqual([
      "ana@harbour.test",
      "ben@harbour.test",
      "boss@else.test",
      "zoe@else.test",
    ]);
    expect(await copiedOn(ticketId)).toEqual(["ben@harbour.test", "zoe@else.test"]);
    for (const { source } of mails.filter(({ recipient }) => recipient !== "boss@else.test")) {
      expect(source).not.toContain("boss@else.test");
    }
    await reply(ticketId, "And later.");
    expect(customers(await deliver())).toEqual([
      "ana@harbour.test",
      "ben@harbour.test",
      "zoe@else.test",
    ]);
  });

  test("are as before when the reply is undone", async () => {
    const { ticket_id: ticketId } = await receive(withBen);
    const { messageId } = await replyToTicket(await actingAs(database.db, maya, clock), {
      requestId: Bun.randomUUIDv7(),
      id: ticketId ?? "",
      body: "Wait.",
      removeCopied: ["ben@harbour.test"],
      addCopied: [{ address: "zoe@else.test", name: "" }],
    });
    expect(await copiedOn(ticketId)).toEqual(["eva@harbour.test", "zoe@else.test"]);
    await undoReply(await actingAs(database.db, maya, clock), { messageId });
    expect(await copiedOn(ticketId)).toEqual(["ben@harbour.test", "eva@harbour.test"]);
    const ben = await database.db
      .selectFrom("ticket_people")
      .select("name")
      .where("address", "=", "ben@harbour.test")
      .executeTakeFirst();
    expect(ben?.name).toBe("Ben");
  });

  test("who were removed before the mail was sent do not get it", async () => {
    const { ticket_id: ticketId } = await receive(withBen);
    await deliver();
    await reply(ticketId, "Restart it.");
    await database.db
      .deleteFrom("ticket_people")
      .where("address", "=", "ben@harbour.test")
      .execute();
    expect(customers(await deliver())).toEqual(["ana@harbour.test", "eva@harbour.test"]);
  });

  test("are chosen by staff only, and never one of our own addresses", async () => {
    const { ticket_id: ticketId } = await receive({});
    const input = { requestId: Bun.randomUUIDv7(), id: ticketId ?? "", body: "Hello." };
    const own = { ...input, addCopied: [{ address: "Support+x@acme.test", name: "" }] };
    const byStaff = replyToTicket(await actingAs(database.db, maya, clock), own);
    expect((await refusalOf(byStaff)).details.fields).toMatchObject([{ field: "addCopied" }]);
    const ana = await database.db
      .selectFrom("users")
      .selectAll()
      .where("email", "=", "ana@harbour.test")
      .executeTakeFirstOrThrow();
    const byAna = replyToTicket(await actingAs(database.db, ana, clock), { ...input, cc: [] });
    expect((await refusalOf(byAna)).details.fields).toMatchObject([{ field: "cc" }]);
  });
});

/** Of any mail. */
const id = expect.any(String);

const deliveryOf = async (ticketId: string | null) => {
  const deps = await actingAs(database.db, maya, clock);
  const { timeline } = await readTicketDetails(deps, ticketId ?? "");
  const messages = timeline.items.flatMap((item) => (item.kind === "message" ? [item] : []));
  return messages.map(({ mailed, undelivered }) => ({ mailed, undelivered })).at(-1);
};

describe("staff see at a reply", () => {
  test("whom it was sent to, with the mail server's answers", async () => {
    const { ticket_id: ticketId } = await receive({ Cc: "Ben <ben@harbour.test>" });
    await deliver();
    await reply(ticketId, "Restart it.");
    await deliver();
    const answer = expect.stringMatching(/^250 /);
    expect(await deliveryOf(ticketId)).toEqual({
      mailed: [
        { id, to: "Ana Ruiz", isWaiting: false, answer },
        { id, to: "ben@harbour.test", isWaiting: false, answer },
      ],
      undelivered: undefined,
    });
  });

  test("that it waits for the mail server, and whom it did not reach", async () => {
    const { ticket_id: ticketId } = await receive({ Cc: "ben@harbour.test" });
    await deliver();
    await reply(ticketId, "Restart it.");
    const { port } = sink;
    await sink.stop();
    sink = await startMailServer({
      port,
      onRecipient: (address) =>
        address.startsWith("ben")
          ? { code: 550, words: "5.1.1 No such mailbox" }
          : { code: 451, words: "4.3.0 Try again later" },
    });
    await deliver();
    const answer = expect.stringContaining("Try again later");
    expect(await deliveryOf(ticketId)).toEqual({
      mailed: [{ id, to: "Ana Ruiz", isWaiting: true, answer }],
      undelivered: [{ id, to: "ben@harbour.test", why: "no such mailbox (5.1.1)" }],
    });
  });
});

describe("at a received mail", () => {
  const mailsOf = async (ticketId: string | null, reader: UserRow) => {
    const deps = await actingAs(database.db, reader, clock);
    return (await readTicketDetails(deps, ticketId ?? "")).timeline.items;
  };

  test("staff see its sender, its recipients, how long it took and whether its sender is certain", async () => {
    await database.db.updateTable("mailboxes").set({ authserv_id: "mx.acme.test" }).execute();
    const sentAt = new Date(clock.getTime() - 2 * 60_000);
    sentAt.setMilliseconds(0);
    const first = await receive({
      Date: sentAt.toUTCString(),
      To: "support@acme.test, Zoe <zoe@harbour.test>",
      Cc: "ben@harbour.test",
      "Message-ID": "<one@harbour.test>",
    });
    await receive(
      {
        Date: new Date(clock.getTime() - 3 * 24 * 60 * 60_000).toUTCString(),
        Subject: "Re: Blank labels",
        "In-Reply-To": "<one@harbour.test>",
        "Authentication-Results": "mx.acme.test; dmarc=pass header.from=harbour.test",
      },
      "Still blank.",
    );
    const shown = (await mailsOf(first.ticket_id, maya)).flatMap((item) =>
      item.kind === "message" && item.mail ? [item.mail] : [],
    );
    expect(shown).toMatchObject([
      {
        sender: "ana@harbour.test",
        verdict: "none",
        recipients: [
          { kind: "to", address: "support@acme.test", name: "" },
          { kind: "to", address: "zoe@harbour.test", name: "Zoe" },
          { kind: "cc", address: "ben@harbour.test", name: "" },
        ],
      },
      // A Date that is days off is a wrong clock.
      { verdict: "pass", sentAt: null },
    ]);
    const [times] = shown;
    expect(new Date(times?.sentAt ?? 0)).toEqual(sentAt);
    expect(new Date(times?.receivedAt ?? 0).getTime() - clock.getTime()).toBeLessThan(1000);
  });

  test("customers see no check of its sender, no delivery and no Bcc", async () => {
    const { ticket_id: ticketId } = await receive({ Cc: "ben@harbour.test" });
    await deliver();
    await reply(ticketId, "Restart it.", { bcc: ["boss@else.test"] });
    await deliver();
    const toStaff = JSON.stringify(await mailsOf(ticketId, maya));
    for (const word of ["verdict", "mailed", "boss@else.test"]) expect(toStaff).toContain(word);
    const ana = await database.db
      .selectFrom("users")
      .selectAll()
      .where("email", "=", "ana@harbour.test")
      .executeTakeFirstOrThrow();
    const items = await mailsOf(ticketId, ana);
    expect(items.filter(({ kind }) => kind === "message")).toHaveLength(2);
    const toAna = JSON.stringify(items);
    for (const word of ["verdict", "mailed", "recipients", "boss@else.test"]) {
      expect(toAna).not.toContain(word);
    }
  });
});

describe("a mail that comes back", () => {
  interface Returned {
    code?: string;
    action?: string;
    /** Without the mail that came back. */
    isBare?: boolean;
  }

  /** As the mail server of its recipient reports it. */
  const bounceOf = async (
    mail: ReceivedMail,
    { code = "5.1.1", action = "failed", isBare = false }: Returned = {},
  ) => {
    const part = (lines: string[]) => ["--r", ...lines].join("\n");
    const body = [
      part(["Content-Type: text/plain", "", `Could not deliver to ${mail.recipient}.`]),
      part([
        "Content-Type: message/delivery-status",
        "",
        "Reporting-MTA: dns; mx.test",
        "",
        `Final-Recipient: rfc822; ${mail.recipient}`,
        `Action: ${action}`,
        `Status: ${code}`,
      ]),
      ...(isBare
        ? []
        : [part(["Content-Type: text/rfc822-headers", "", `Message-ID: ${mail.messageId}`])]),
      "--r--",
    ].join("\n");
    return await receive(
      {
        From: "MAILER-DAEMON@mx.test",
        Subject: "Undelivered Mail Returned to Sender",
        "Return-Path": "<>",
        "Content-Type": "multipart/report; report-type=delivery-status; boundary=r",
      },
      body,
    );
  };

  /** A reply to Ana, with the status that it gave its ticket. */
  const replied = async (status: "pending" | "resolved" | "open" = "pending") => {
    const { ticket_id: ticketId } = await receive({});
    await reply(ticketId, "Restart it.", { status, from: { status: "new" } });
    return { ticketId, mail: mailTo(await deliver(), "ana@harbour.test") };
  };

  const bellsOf = async (user: UserRow) => {
    const lines = await database.db
      .selectFrom("notifications")
      .select("kind")
      .where("user_id", "=", user.id)
      .execute();
    return lines.map(({ kind }) => kind).filter((kind) => kind === "undelivered");
  };

  const toAna = async () =>
    (await deliver()).filter(({ recipient }) => recipient === "ana@harbour.test");

  const stops = () => database.db.selectFrom("undeliverable_addresses").selectAll().execute();

  test.each(["pending", "resolved"] as const)(
    "is held; the reply names the address, its author is notified and a %s ticket opens",
    async (status) => {
      const { ticketId, mail } = await replied(status);
      const noah = await insertUser(database.db, { role: "Agent", company_scope: "all" });
      const taken = { assignee_id: noah.id, unassigned_since: null };
      await database.db.updateTable("tickets").set(taken).execute();
      const bounce = await bounceOf(mail);
      expect(bounce).toMatchObject({ state: "held", reason: "bounce", ticket_id: ticketId });
      expect(await deliveryOf(ticketId)).toEqual({
        mailed: undefined,
        undelivered: [{ id, to: "ana@harbour.test", why: "no such mailbox (5.1.1)" }],
      });
      expect(await ticketOf(ticketId)).toMatchObject({ status: "open", waiting_for: "us" });
      expect(await bellsOf(maya)).toEqual(["undelivered"]);
      expect(await bellsOf(noah)).toEqual(["undelivered"]);
      const [stop] = await stops();
      expect(stop).toMatchObject({ address: "ana@harbour.test", code: "5.1.1" });
      const days = Number(stop?.until) - Number(stop?.since);
      expect(days / (24 * 60 * 60_000)).toBe(60);

      // The report comes again.
      expect(await bounceOf(mail)).toMatchObject({ state: "held" });
      expect(await bellsOf(maya)).toEqual(["undelivered"]);
    },
  );

  test("stops mail to its address, until someone tries again or mail comes from it", async () => {
    const { ticketId, mail } = await replied();
    await bounceOf(mail);
    await reply(ticketId, "Are you there?");
    expect(await toAna()).toEqual([]);
    expect((await deliveryOf(ticketId))?.undelivered).toEqual([
      {
        id,
        to: "ana@harbour.test",
        why: "not sent, since earlier mail came back: no such mailbox (5.1.1)",
      },
    ]);
    expect(await bellsOf(maya)).toHaveLength(1);
    const deps = await actingAs(database.db, maya, new Date());
    const { requester_id: userId } = await ticketOf(ticketId);
    expect((await readTicketDetails(deps, ticketId ?? "")).staff?.requesterMailStop).toEqual({
      until: expect.any(String),
      why: "no such mailbox (5.1.1)",
    });
    expect((await readPerson(deps, userId)).mailStop?.why).toBe("no such mailbox (5.1.1)");
    await tryAddressAgain(deps, { userId }, Bun.randomUUIDv7());
    const again = await toAna();
    expect(again.map(({ text }) => text).join()).toMatch(/Restart it\.[\s\S]*Are you there\?/);
    expect(await deliveryOf(ticketId)).toMatchObject({ undelivered: undefined });

    await bounceOf(again.at(-1) ?? mail);
    expect(await stops()).toHaveLength(1);
    await receive({ Subject: "It works" });
    expect(await stops()).toEqual([]);
  });

  test("is only shown where the mail server may still deliver it", async () => {
    const { ticketId, mail } = await replied();
    await bounceOf(mail, { code: "4.4.1", action: "delayed" });
    expect((await deliveryOf(ticketId))?.undelivered).toEqual([
      { id, to: "ana@harbour.test", why: "not yet, the mail server doesn't answer (4.4.1)" },
    ]);
    expect(await ticketOf(ticketId)).toMatchObject({ status: "pending" });
    expect(await bellsOf(maya)).toEqual([]);
    expect(await stops()).toEqual([]);
    // Then it gives up.
    await bounceOf(mail, { code: "5.4.7" });
    expect(await ticketOf(ticketId)).toMatchObject({ status: "open" });
    expect(await bellsOf(maya)).toEqual(["undelivered"]);
  });

  test("is found by its recipient where the report does not return it", async () => {
    const { ticketId, mail } = await replied();
    const bounce = await bounceOf(mail, { isBare: true });
    expect(bounce).toMatchObject({ state: "held", ticket_id: ticketId });
    expect(await deliveryOf(ticketId)).toMatchObject({
      undelivered: [{ id, to: "ana@harbour.test", why: "no such mailbox (5.1.1)" }],
    });
    // Anyone can write such a report about any address.
    expect(await stops()).toEqual([]);
  });

  test("and reports that it was delivered change nothing", async () => {
    const { ticketId, mail } = await replied();
    await bounceOf(mail, { code: "2.1.5", action: "delivered" });
    expect(await deliveryOf(ticketId)).toMatchObject({ undelivered: undefined });
    expect(await ticketOf(ticketId)).toMatchObject({ status: "pending" });
  });

  test.each([
    ["5.1.1 No such mailbox", "no such mailbox (5.1.1)", 1],
    ["5.7.1 Relay access denied", "the mail server refused to relay it (5.7.1)", 0],
    ["No such mailbox", "550 No such mailbox", 0],
  ])("counts the same if the mail server refuses it: %s", async (words, why, stopped) => {
    const { ticket_id: ticketId } = await receive({});
    await reply(ticketId, "Restart it.", { status: "pending", from: { status: "new" } });
    const { port } = sink;
    await sink.stop();
    sink = await startMailServer({
      port,
      onRecipient: (address) => (address.startsWith("ana") ? { code: 550, words } : null),
    });
    await deliver();
    const { undelivered } = (await deliveryOf(ticketId)) ?? {};
    expect(undelivered).toEqual([
      {
        id,
        to: "ana@harbour.test",
        why: stopped || why.endsWith("(5.7.1)") ? why : expect.stringContaining(why),
      },
    ]);
    expect(await ticketOf(ticketId)).toMatchObject({ status: "open" });
    expect(await bellsOf(maya)).toEqual(["undelivered"]);
    expect(await stops()).toHaveLength(stopped);
  });
});

test("programs that answer each mail get fewer than five in a day", async () => {
  const { ticket_id: ticketId } = await receive({});
  await reply(ticketId, "Restart it.");
  let sent = 0;
  for (let round = 0; round < 12; round += 1) {
    const mails = (await deliver()).filter(({ recipient }) => recipient === "ana@harbour.test");
    sent += mails.length;
    const mail = mails.at(-1) ?? sink.received.at(-1);
    const subject = mail?.subject ?? "";
    // One that says so, a list that sends our mail to itself, and one that says nothing of itself.
    await receive({ Subject: `Away: ${subject}`, "Auto-Submitted": "auto-replied" }, `${round}`);
    const mark = (mail && header(mail, "x-frontdesk")) ?? "";
    await receive({ From: "list@harbour.test", Subject: subject, "X-Frontdesk": mark }, `${round}`);
    await receive({ Subject: subject }, "I am away until Monday.");
  }
  expect(sent).toBeLessThan(5);
  expect(sent).toBeGreaterThan(0);
});

describe("the acknowledgement of a new ticket", () => {
  const acknowledged = async (headers: Record<string, string>, body?: string) => {
    await receive(headers, body);
    const mails = await deliver();
    return mails.filter(({ recipient }) => recipient === "ana@harbour.test");
  };

  test("is an automatic reply without a return path, and can be answered", async () => {
    const question = await receive({});
    const mail = mailTo(await deliver(), "ana@harbour.test");
    expect(header(mail, "auto-submitted")).toBe("auto-replied");
    expect(mail.returnPath).toBe("");
    const { headers, body } = answerTo(mail);
    expect(await receive(headers, body)).toMatchObject({
      state: "message",
      ticket_id: question.ticket_id,
    });
  });

  test("has our return path where the mail server insists on one", async () => {
    const { port } = sink;
    await sink.stop();
    sink = await startMailServer({
      port,
      onSender: (address) => (address === "" ? { code: 550, words: "5.1.8 No sender" } : null),
    });
    await receive({});
    expect(mailTo(await deliver(), "ana@harbour.test").returnPath).toBe("support@acme.test");
  });

  test("is sent once an hour for a subject, and three times a day", async () => {
    const sent: number[] = [];
    for (const Subject of ["Printer", "RE: printer", "Scanner", "Fax", "Modem"]) {
      sent.push((await acknowledged({ Subject }, `About ${Subject}.`)).length);
    }
    expect(sent).toEqual([1, 0, 1, 1, 0]);
  });

  test("is not sent where the mailbox does not confirm", async () => {
    await database.db.updateTable("mailboxes").set({ acknowledges: false }).execute();
    expect(await acknowledged({})).toEqual([]);
  });
});

test("a ticket of no mailbox is mailed from the default one, and its answers join it too", async () => {
  await database.db.updateTable("mailboxes").set({ is_default: true }).execute();
  const question = await receive({});
  await database.db.updateTable("tickets").set({ mailbox_id: null, channel: "web" }).execute();
  await reply(question.ticket_id, "Restart it.");
  const mail = mailTo(await deliver(), "ana@harbour.test");
  expect(mail.from?.address).toBe("support@acme.test");
  const { headers, body } = answerTo(mail);
  expect(await receive(headers, body)).toMatchObject({ ticket_id: question.ticket_id });
});

const mailboxRow = () =>
  database.db
    .selectFrom("mailboxes")
    .selectAll()
    .where("id", "=", mailboxId)
    .executeTakeFirstOrThrow();

test("a mailbox with its own mail server sends through it, with its password", async () => {
  const account = { user: "support", password: "mailbox-secret" };
  const own = await startMailServer({ account });
  try {
    await database.db.updateTable("mailboxes").set({ sends: "own" }).execute();
    const id = Bun.randomUUIDv7();
    const server = {
      ...{
        id,
        mailbox_id: mailboxId,
        direction: "out" as const,
        host: "127.0.0.1",
        port: own.port,
      },
      ...{ security: "none" as const, login: "support" },
    };
    const secret = encryption.encrypt(account.password, secretCell(id));
    await database.db
      .insertInto("mailbox_servers")
      .values({ ...server, secret })
      .execute();
    const question = await receive({});
    await reply(question.ticket_id, "Restart it.");
    expect(await deliver()).toEqual([]);
    const sent = own.received.filter(({ recipient }) => recipient === "ana@harbour.test");
    expect(sent).toHaveLength(2);

    // With another password the mail waits, and no server answer shows the password.
    const other = encryption.encrypt("another-secret", secretCell(id));
    await database.db.updateTable("mailbox_servers").set({ secret: other }).execute();
    await reply(question.ticket_id, "Did it help?");
    await deliver();
    const { error } = await database.db
      .selectFrom("outgoing_mails")
      .select("error")
      .where("state", "=", "queued")
      .executeTakeFirstOrThrow();
    expect(error).toContain("535");
    expect(error).not.toContain("another-secret");

    // Super Admins are notified once that lasts, until mail is sent again.
    const admin = await insertUser(database.db, { role: "Super Admin" });
    const bells = () =>
      database.db
        .selectFrom("notifications")
        .select(["user_id", "mailbox_id"])
        .where("kind", "=", "mailbox-not-sending")
        .where("user_id", "=", admin.id)
        .execute();
    await notifyOfFailing(database.db, new Date());
    expect(await bells()).toEqual([]);
    await deliver(12);
    await notifyOfFailing(database.db, new Date());
    await notifyOfFailing(database.db, new Date());
    expect(await bells()).toEqual([{ user_id: admin.id, mailbox_id: mailboxId }]);
    expect((await mailboxRow()).send_error).toContain("535");
    await database.db.updateTable("mailbox_servers").set({ secret }).execute();
    await deliver(30);
    expect(await mailboxRow()).toMatchObject({ send_error: null, send_failing_since: null });
    const events = await database.db.selectFrom("mailbox_events").select("text").execute();
    const texts = events.map(({ text }) => text);
    expect(texts).toHaveLength(2);
    expect(texts[0]).toStartWith("Can't send: ");
    expect(texts[1]).toBe("Mail is sent again.");
  } finally {
    await own.stop();
  }
});

test.each([
  ["desk", "Frontdesk"],
  ["agent", "Maya"],
] as const)("the sender is named by the mailbox's choice: %s", async (sender_name, name) => {
  await database.db.updateTable("mailboxes").set({ sender_name }).execute();
  const question = await receive({});
  await reply(question.ticket_id, "Restart it.");
  expect(mailTo(await deliver(), "ana@harbour.test").from?.name).toBe(name);
});
