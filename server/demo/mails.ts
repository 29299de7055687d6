import { sql } from "kysely";
import type { Db } from "../db/database.ts";
import type { FileStore } from "../files/store.ts";
import { createLog } from "../log.ts";
import { createMailParser, type MailParser } from "../mail/inbound/parser.ts";
import { storeInboundMail } from "../mail/inbound/store.ts";
import { workOnNext } from "../mail/inbound/worker.ts";
import { releaseReply } from "../tickets/release.ts";
import { addNote, replyToTicket } from "../tickets/reply.ts";
import { type AnswerTurn, demoMails, type HeldTurn, type ReceivedTurn } from "./content.ts";
import { drawLabel } from "./pictures.ts";
import { actingAs } from "./work-together.ts";
import { minute } from "./working-hours.ts";

interface Loading {
  db: Db;
  files: FileStore;
  parser: MailParser;
  now: Date;
  mailboxId: string;
  /** What arrived first in each conversation, to answer and to repeat it. */
  first: Map<string, { id: string; ticketId: string; headers: Headers; body: string }>;
}

type Headers = Partial<Record<string, string>>;

interface Step {
  ago: number;
  run(loading: Loading, at: Date): Promise<void>;
}

/**
 * A mailbox without a server, and what it received: each mail is read and decided as a real one, so that
 * the counts, the held list and the tickets agree.
 */
export async function loadDemoMails(db: Db, files: FileStore, now: Date): Promise<void> {
  const parser = createMailParser();
  try {
    const steps = stepsOf().sort((one, other) => other.ago - one.ago);
    const longest = (steps[0]?.ago ?? 0) + 60;
    const mailboxId = await insertMailbox(db, new Date(now.getTime() - longest * minute), now);
    const loading: Loading = { db, files, parser, now, mailboxId, first: new Map() };
    for (const step of steps) {
      await step.run(loading, new Date(now.getTime() - step.ago * minute));
    }
  } finally {
    parser.stop();
  }
  await numberByAge(db);
}

function stepsOf(): Step[] {
  const turns = demoMails.conversations.flatMap(({ key, subject, turns }) =>
    turns.map((turn, index): Step => {
      const before = turns[index - 1];
      const run: Step["run"] =
        "by" in turn
          ? (loading, at) => answer(loading, key, turn, at)
          : (loading, at) => receive(loading, { key, subject, turn, before, at });
      return { ago: turn.ago, run };
    }),
  );
  const held = demoMails.held.map((turn) => ({
    ago: turn.ago,
    run: (loading: Loading, at: Date) => receiveHeld(loading, turn, at),
  }));
  return [...turns, ...held];
}

async function insertMailbox(db: Db, since: Date, now: Date): Promise<string> {
  const { name, address, authservId, signature } = demoMails.mailbox;
  const id = Bun.randomUUIDv7();
  await db
    .insertInto("mailboxes")
    .values({
      id,
      name,
      address,
      signature,
      authserv_id: authservId,
      plus_arrives: true,
      receives: "none",
      is_default: true,
      paused_at: now,
      created_at: since,
    })
    .execute();
  await db
    .insertInto("mailbox_events")
    .values({
      id: Bun.randomUUIDv7(),
      mailbox_id: id,
      at: now,
      kind: "paused",
      text: "Paused: the demo has no mail server",
    })
    .execute();
  return id;
}

interface Arriving {
  key: string;
  subject: string;
  turn: ReceivedTurn;
  before: ReceivedTurn | AnswerTurn | undefined;
  at: Date;
}

async function receive(loading: Loading, { key, subject, turn, before, at }: Arriving) {
  const { from, to = [], cc = [], isProven = true } = turn;
  const opening = loading.first.get(key);
  const headers: Headers = {
    ...headOf({ from, subject: opening ? `Re: ${subject}` : subject, at }),
    To: [ours(), ...to].join(", "),
    ...(cc.length > 0 && { Cc: cc.join(", ") }),
    ...(isProven && { "Authentication-Results": resultsOf(domainOf(from)) }),
    ...(opening && threadOf(opening.headers)),
  };
  const quoted =
    before && quotedOf(before, new Date(at.getTime() - (before.ago - turn.ago) * minute));
  const body = bodyOf(turn, quoted ?? null);
  const id = await arrive(loading, { headers, body, at });
  if (opening) return;
  const { ticket_id } = await loading.db
    .selectFrom("inbound_mails")
    .select("ticket_id")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  if (ticket_id) loading.first.set(key, { id, ticketId: ticket_id, headers, body });
}

async function receiveHeld(loading: Loading, turn: HeldTurn, at: Date): Promise<void> {
  const { db } = loading;
  const { from, subject = "", headers = {}, text = "", isProven = true } = turn;
  const again = turn.repeats ? loading.first.get(turn.repeats) : undefined;
  if (again) {
    // The same mail over another way: only the mail server's own header differs.
    const delivered = { ...again.headers, "Delivered-To": demoMails.mailbox.address };
    await arrive(loading, { headers: delivered, body: again.body, at });
    return;
  }
  if (turn.blocks) {
    const pattern = { pattern: turn.blocks, created_at: new Date(at.getTime() - minute) };
    await db.insertInto("blocked_senders").values(pattern).execute();
  }
  const about = turn.about ? loading.first.get(turn.about) : undefined;
  const results = turn.results ? authservResults(turn.results) : resultsOf(domainOf(from ?? ""));
  const head: Headers = {
    ...headOf({ from, subject, at }),
    To: ours(),
    ...(isProven && { "Authentication-Results": results }),
    ...(about && threadOf(about.headers)),
    ...headers,
  };
  const body = turn.bounces ? await reportPart(db, turn.bounces, text) : plainPart(text);
  const id = await arrive(loading, { headers: head, body, at, isDecided: !turn.isDecidedByHand });
  if (turn.isDecidedByHand) await holdByHand(db, id, turn, at);
}

/** Stored, read and decided as of that time. */
async function arrive(
  { db, files, parser, mailboxId }: Loading,
  mail: { headers: Headers; body: string; at: Date; isDecided?: boolean },
): Promise<string> {
  const { headers, body, at, isDecided = true } = mail;
  const head = Object.entries(headers).map(([name, value = ""]) => `${name}: ${encoded(value)}`);
  const whole = `${[...head, body].join("\n").replaceAll(/\r?\n/g, "\r\n")}\r\n`;
  const { id } = await storeInboundMail(
    { db, files, now: at },
    { mailboxId, source: "command", bytes: new TextEncoder().encode(whole), receivedAt: at },
  );
  const log = createLog("error");
  if (isDecided) await workOnNext({ db, files, parser, log, now: () => at });
  return id;
}

/** Held for a number of mails, or by a rule, that the demo does not have. */
async function holdByHand(db: Db, id: string, turn: HeldTurn, at: Date): Promise<void> {
  const [, name = "", address = null] = /^(.*) <(.+)>$/.exec(turn.from ?? "") ?? [];
  await db
    .updateTable("inbound_mails")
    .set({
      state: "held",
      reason: turn.reason,
      sender: address,
      sender_name: name,
      subject: turn.subject ?? "",
      preview: (turn.text ?? "").replace(/\s+/g, " ").trim(),
      verdict: "pass",
      attempts: 1,
      decided_at: at,
    })
    .where("id", "=", id)
    .execute();
}

async function answer(loading: Loading, key: string, turn: AnswerTurn, at: Date): Promise<void> {
  const { db, first } = loading;
  const ticketId = first.get(key)?.ticketId;
  if (!ticketId) return;
  const deps = await actingAs(db, turn.by, at);
  const ticket = await db
    .selectFrom("tickets")
    .select(["status", "assignee_id"])
    .where("id", "=", ticketId)
    .executeTakeFirstOrThrow();
  const change = {
    requestId: Bun.randomUUIDv7(),
    id: ticketId,
    body: turn.text,
    changes: { assigneeId: deps.actor.id },
    from: { assigneeId: ticket.assignee_id, status: ticket.status },
    ...(turn.sets && { status: turn.sets }),
  };
  if (turn.note) {
    const { requestId, id, body } = change;
    await addNote(deps, { requestId, id, body });
    return;
  }
  const { messageId } = await replyToTicket(deps, { ...change, sendAnyway: true });
  const released = new Date(at.getTime() + 8000);
  await db
    .updateTable("messages")
    .set({ release_at: released })
    .where("id", "=", messageId)
    .execute();
  while (await releaseReply(db, released));
  await saveDelivery(db, messageId, turn.fails ?? null, released);
}

/** No mail leaves the demo: who got the answer, and that one address does not exist, is stored only. */
async function saveDelivery(db: Db, messageId: string, fails: string | null, at: Date) {
  const sentAt = new Date(at.getTime() + 2000);
  await sql`
    update outgoing_mails mail set attempts = 1,
      state = case when mail.to_address = ${fails} then 'failed' else 'sent' end,
      error = case when mail.to_address = ${fails} then '550 5.1.1 No such mailbox' end,
      server_answer = case when mail.to_address = ${fails} then null else '250 2.0.0 Ok: queued' end,
      bounced_at = case when mail.to_address = ${fails} then ${sentAt}::timestamptz end,
      bounce_code = case when mail.to_address = ${fails} then '5.1.1' end,
      bounce_text = case when mail.to_address = ${fails} then 'no such mailbox' end,
      sent_at = case when mail.to_address = ${fails} then null else ${sentAt}::timestamptz end,
      message_id_header = '<' || mail.message_id || '.' || mail.id || '@frontdesk.test>'
    where mail.message_id = ${messageId}::uuid and mail.template = 'ticket-reply'`.execute(db);
}

/** Numbers rise with the age of the tickets, also of those that came by mail. */
async function numberByAge(db: Db): Promise<void> {
  const high = 1_000_000;
  await db.transaction().execute(async (tx) => {
    // In two steps, since a number is unique at every moment.
    await sql`
      with mailed as (select min(created_at) as since from tickets where channel = 'email'),
      moved as (select id, number, created_at from tickets, mailed where created_at >= mailed.since)
      update tickets t set number = ${high} + ordered.number
      from (
        select id, (select min(number) from moved) - 1
          + row_number() over (order by created_at, number) as number
        from moved
      ) ordered
      where ordered.id = t.id`.execute(tx);
    await sql`update tickets set number = number - ${high} where number > ${high}`.execute(tx);
  });
}

function ours(): string {
  return `Frontdesk ${demoMails.mailbox.name} <${demoMails.mailbox.address}>`;
}

function headOf({ from, subject, at }: { from?: string; subject: string; at: Date }): Headers {
  return {
    ...(from && { From: from }),
    Subject: subject,
    Date: at.toUTCString().replace("GMT", "+0000"),
    "Message-ID": `<${Bun.randomUUIDv7("hex", at.getTime())}@${domainOf(from ?? "") || "unknown.test"}>`,
    "MIME-Version": "1.0",
  };
}

function threadOf({ "Message-ID": id = "" }: Headers): Headers {
  return { "In-Reply-To": id, References: id };
}

function domainOf(from: string): string {
  return /@([^@>]+)>?$/.exec(from)?.[1] ?? "";
}

function resultsOf(domain: string): string {
  return authservResults(`dmarc=pass header.from=${domain}`);
}

function authservResults(results: string): string {
  return `${demoMails.mailbox.authservId}; ${results}`;
}

/** Letters outside ASCII, as in `Tomasz Wróbel <…>`. */
function encoded(value: string): string {
  return value.replaceAll(/[^\s<>,"]*[^\u0020-\u007e][^\s<>,"]*/g, (word) => {
    return `=?UTF-8?B?${Buffer.from(word).toString("base64")}?=`;
  });
}

// Each body begins with its own Content headers.

/** The mail before, as the next one quotes it. */
interface Quoted {
  who: string;
  at: string;
  text: string;
  html: string;
}

function bodyOf(
  { client, text = "", html = "", image }: ReceivedTurn,
  quoted: Quoted | null,
): string {
  if (client === "plain") {
    const lines = quoted ? quoted.text.split("\n").map((line) => `> ${line}`) : [];
    const quote = quoted ? [`On ${quoted.at}, ${quoted.who} wrote:`, ...lines].join("\n") : "";
    return plainPart([text, quote].filter(Boolean).join("\n\n"));
  }
  const whole = `<html><body>${html}${quoted ? quotes[client](quoted) : ""}</body></html>`;
  const words = part("text/html; charset=utf-8", whole);
  if (!image) return words;
  const picture = [
    `Content-Disposition: inline; filename="${image.name}"`,
    "Content-ID: <label>",
    part("image/png", drawLabel({ faded: image.faded })),
  ].join("\n");
  return multipart("related", [words, picture]);
}

function plainPart(text: string): string {
  return part("text/plain; charset=utf-8", text);
}

function part(type: string, content: string | Uint8Array): string {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  const lines =
    Buffer.from(bytes)
      .toString("base64")
      .match(/.{1,76}/g) ?? [];
  return `Content-Type: ${type}\nContent-Transfer-Encoding: base64\n\n${lines.join("\n")}`;
}

function multipart(subtype: string, parts: readonly string[]): string {
  const boundary = "frontdesk-demo";
  const inside = parts.map((each) => `--${boundary}\n${each}\n`).join("");
  return `Content-Type: multipart/${subtype}; boundary="${boundary}"\n\n${inside}--${boundary}--`;
}

/** The report of a mail server that returns one of our mails. */
async function reportPart(db: Db, address: string, text: string): Promise<string> {
  const returned = await db
    .selectFrom("outgoing_mails")
    .select("message_id_header")
    .where("to_address", "=", address)
    .where("message_id_header", "is not", null)
    .executeTakeFirst();
  const status = [
    "Content-Type: message/delivery-status",
    "",
    "Reporting-MTA: dns; mx.kestrel.test",
    "",
    `Final-Recipient: rfc822; ${address}`,
    "Action: failed",
    "Status: 5.1.1",
    "Diagnostic-Code: smtp; 550 5.1.1 No such mailbox",
  ].join("\n");
  const original = [
    "Content-Type: text/rfc822-headers",
    "",
    `From: ${ours()}`,
    `To: ${address}`,
    `Message-ID: ${returned?.message_id_header ?? "<unknown@frontdesk.test>"}`,
  ].join("\n");
  return multipart("report; report-type=delivery-status", [plainPart(text), status, original]);
}

/** As these programs quote the mail before, below the answer. */
const quotes = {
  gmail: ({ who, at, html }: Quoted) =>
    `<div class="gmail_quote"><div dir="ltr" class="gmail_attr">On ${at}, ${Bun.escapeHTML(who)} wrote:<br></div><blockquote class="gmail_quote" style="margin:0 0 0 .8ex;border-left:1px solid #ccc;padding-left:1ex">${html}</blockquote></div>`,
  outlook: ({ who, at, html }: Quoted) =>
    `<div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm"><p><b>From:</b> ${Bun.escapeHTML(who)}<br><b>Sent:</b> ${at}</p></div>${html}`,
};

/** `at` is when the quoted mail was written. */
function quotedOf(before: ReceivedTurn | AnswerTurn, at: Date): Quoted {
  const text = before.text ?? "";
  const typed = `<p>${Bun.escapeHTML(text).replaceAll(/\n+/g, "</p><p>")}</p>`;
  return {
    who: "by" in before ? ours() : before.from,
    at: new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short" }).format(at),
    text,
    html: "by" in before ? typed : (before.html ?? typed),
  };
}
