import { sql } from "kysely";
import { isStaff } from "../../../shared/access.ts";
import { AppError } from "../../../shared/errors.ts";
import { type DeliveryFailure, refusalOf } from "../../../shared/undelivered.ts";
import { writeOneTicketLink } from "../../access/one-ticket-link.ts";
import { givingWay } from "../../access/transact.ts";
import { createLink, dropLink, linkUrl } from "../../auth/links.ts";
import type { Db, Tx } from "../../db/database.ts";
import type { Log } from "../../log.ts";
import { findLogo } from "../../settings/logo.ts";
import type { MailConfig } from "../../settings/mail-settings.ts";
import { linkOf } from "../templates/account.ts";
import {
  type FailedCopy,
  giveBack,
  lockMail,
  type MailCopy,
  type MailJob,
  markFailed,
  markSent,
  markSkipped,
  markStored,
  notifyDelivery,
  retryMail,
} from "./lease.ts";
import { type Letter, writeLetter } from "./letter.ts";
import { findRecipient, isAccountTemplate, type Recipient } from "./recipient.ts";
import { recordSendFailure, recordSentAgain } from "./send-failures.ts";
import { findSendingMailbox, type SendingMailbox } from "./sending-mailbox.ts";
import { readMailSigning } from "./signing.ts";
import {
  type MailAnswer,
  mailHost,
  type OutgoingMail,
  SendFailure,
  type SendMail,
} from "./smtp.ts";
import { findAnswerAddress, findConversation, findThread, saveSentId } from "./threading.ts";
import { findStop, stopMailTo } from "./undeliverable.ts";

export interface DeliveryDeps {
  db: Db;
  config: Pick<MailConfig, "mailReplyTo" | "baseUrl">;
  log: Log;
  now: () => Date;
  origin: () => string;
  /** Null without a mail server. */
  senderFor(mailbox: SendingMailbox | null): SendMail | null;
  /** For the mails that go out as part of another. */
  leaseMs: number;
  /** The server is stopping and no longer waits for anything. */
  isLeaving: () => boolean;
  /** A reply to a customer cannot be delivered, in the transaction that stores this. */
  onUndelivered(tx: Tx, lost: readonly LostReply[], now: Date): Promise<void>;
}

interface LostReply {
  ticketId: string;
  messageId: string;
}

/**
 * Delivers a leased mail: it ends as sent, kept (no mail server), skipped, failed, or is retried
 * later. No transaction is open while the mail server answers, however long that takes.
 */
export async function deliverMail(
  deps: DeliveryDeps,
  job: MailJob,
  signal: AbortSignal,
): Promise<void> {
  const { db, now } = deps;
  // Earlier attempts never ended, perhaps because the mail crashes the server: not forever.
  if (job.attempt > maxAttempts) return await giveUp(db, job, "Too many attempts failed.");

  const { until, others } = await gatherMails(db, job, now(), deps.leaseMs);
  if (until) return await giveBack(db, [job], until);
  const isDone = await deliverTogether(deps, job, others, signal);
  // The next attempt takes the others along.
  if (!isDone) await giveBack(db, others);
}

/** Sends one mail with the messages of the others. Returns whether those are done with it. */
async function deliverTogether(
  deps: DeliveryDeps,
  job: MailJob,
  others: readonly MailJob[],
  signal: AbortSignal,
): Promise<boolean> {
  const { db, log, now } = deps;
  const recipient = await findRecipient(db, job);
  const mailbox = isAccountTemplate(job.template) ? null : await findSendingMailbox(db, job);
  const letter =
    typeof recipient === "string" ? recipient : await write(deps, job, others, recipient, mailbox);
  if (typeof recipient === "string" || typeof letter === "string") {
    const why = typeof letter === "string" ? letter : "";
    await markSkipped(db, job, why);
    log.info("mail.skipped", { mailId: job.id, template: job.template, why });
    return false;
  }

  const copy = { address: recipient.address, ...letter.copy };
  const send = deps.senderFor(mailbox);
  if (!send) {
    for (const each of [job, ...others]) await markStored(db, each, copy);
    return true;
  }
  const stop = letter.ticketId === null ? null : await findStop(db, recipient.address, now());
  if (stop !== null) {
    const bounce = bounceOf(
      { code: "", text: `not sent, since earlier mail came back: ${stop}` },
      now(),
    );
    for (const each of [job, ...others]) {
      await giveUp(db, each, bounce.bounce_text, { ...copy, ...bounce });
    }
    log.info("mail.stopped", { mailId: job.id, template: job.template });
    return true;
  }
  const token = await makeToken(deps, job, recipient);
  if (token === "withdrawn") return false;
  const addressed = await addressMail(deps, letter, recipient, mailbox);
  let answer: MailAnswer;
  try {
    const link = token
      ? linkUrl(deps.origin(), token.kind, token.text)
      : await oneTicketUrl(deps, letter, recipient);
    const { name, address, facts } = recipient;
    const { deskName } = facts;
    const logo = await findLogo(db, null);
    const mail = { ...letter.envelope, ...addressed, deskName, name, address, logo };
    answer = await send({ ...mail, ...letter.text(link) }, signal);
  } catch (error) {
    if (!(error instanceof SendFailure)) throw error;
    if (token && error.answered) await dropLink(db, token.text);
    if (mailbox?.server && error.isOfServer) {
      await retryWhileUnavailable(
        () => recordSendFailure(db, mailbox.id, error.message, now()),
        deps.isLeaving,
      );
    }
    if (error.permanent) await recordRefusal(deps, job, { recipient, letter, copy }, error);
    else await retryOrGiveUp(deps, job, copy, error);
    return false;
  }
  // The mail is sent: if that is not stored, it goes out a second time.
  const sent = {
    ...copy,
    mailbox_id: mailbox?.id ?? null,
    message_id_header: addressed.id,
    server_answer: answer.words,
  };
  for (const each of [job, ...others]) {
    await retryWhileUnavailable(() => markSent(db, each, sent, now()), deps.isLeaving);
    log.info("mail.sent", { mailId: each.id, template: each.template, attempt: each.attempt });
  }
  if (mailbox?.server && mailbox.cannotSend) {
    await retryWhileUnavailable(() => recordSentAgain(db, mailbox.id, now()), deps.isLeaving);
  }
  await retryWhileUnavailable(() => showDelivery(db, job), deps.isLeaving);
  const { relayId } = answer;
  if (relayId !== null && letter.ticketId !== null) {
    const known = { id: relayId, ticketId: letter.ticketId, messageId: job.messageId };
    await retryWhileUnavailable(() => saveSentId(db, known, "relay", now()), deps.isLeaving);
  }
  return true;
}

async function write(
  { db, origin, config }: DeliveryDeps,
  job: MailJob,
  others: readonly MailJob[],
  { actor, copied, facts }: Recipient,
  mailbox: SendingMailbox | null,
): Promise<Letter | string> {
  const areRead = mailbox !== null || config.mailReplyTo !== null;
  const isJoined = mailbox !== null && (!isStaff(actor) || mailbox.verifiesSenders);
  const answers = isJoined ? "joined" : areRead ? "read" : "unread";
  const all = { ...facts, origin: origin(), answers } as const;
  return await writeLetter(db, [job, ...others], actor, all, { mailbox, copied });
}

/** From whom the mail comes, where its answers go, and by which ids they are recognised. */
async function addressMail(
  { db, now, config }: DeliveryDeps,
  { ticketId, messageId, localId, isConversation }: Letter,
  { actor, copied }: Recipient,
  mailbox: SendingMailbox | null,
): Promise<Pick<OutgoingMail, "id" | "thread" | "mark" | "mailbox" | "conversation">> {
  const signing = await readMailSigning(db);
  const host = mailHost(config);
  const { mark } = signing;
  if (ticketId === null) {
    const id = `<${localId}@${host}>`;
    return { id, thread: null, mark, mailbox: null, conversation: null };
  }
  const id = `<${signing.signId(localId)}@${host}>`;
  const reader = copied === null ? { userId: actor.id } : { address: copied };
  const thread = await findThread(db, { ticketId, id, host }, reader);
  await saveSentId(db, { id, ticketId, messageId }, "sent", now());
  if (!mailbox) return { id, thread, mark, mailbox: null, conversation: null };
  const { address, senderName } = mailbox;
  const isPlain = isStaff(actor) && !mailbox.verifiesSenders;
  const replyTo = isPlain ? address : await findAnswerAddress(db, mailbox, ticketId, reader);
  const conversation = isConversation ? await findConversation(db, ticketId, messageId) : null;
  return { id, thread, mark, mailbox: { address, senderName, replyTo }, conversation };
}

/** Open pages show whom a message reached, once no mail of it waits; of one recipient only if it had to wait. */
async function showDelivery(db: Db, { messageId, template, attempt }: MailJob): Promise<void> {
  if (messageId === null || template !== "ticket-reply") return;
  const { rows } = await sql<{ waiting: number; all: number }>`
    select count(*) filter (where state = 'queued')::int as waiting, count(*)::int as all
    from outgoing_mails where message_id = ${messageId}::uuid`.execute(db);
  const { waiting = 0, all = 0 } = rows[0] ?? {};
  if (waiting > 0 || (all < 2 && attempt < 2)) return;
  await db.transaction().execute((tx) => notifyDelivery(tx, { template, messageId }));
}

/** Null for a mail without a link. */
async function makeToken({ db, now }: DeliveryDeps, job: MailJob, { actor }: Recipient) {
  const kind = isAccountTemplate(job.template) ? linkOf(job.template) : null;
  if (!kind) return null;
  return await db.transaction().execute(async (tx) => {
    if (!(await lockMail(tx, job))) return "withdrawn";
    return { kind, text: await createLink(tx, { kind, userId: actor.id, now: now() }) };
  });
}

/** What opens the ticket of this mail for a customer without signing in. */
async function oneTicketUrl(
  { db, now, origin }: DeliveryDeps,
  { ticketId }: Letter,
  { actor }: Recipient,
): Promise<string | undefined> {
  if (ticketId === null || actor.role !== "Customer") return undefined;
  const token = await writeOneTicketLink(db, { ticketId, userId: actor.id, now: now() });
  return token === null ? undefined : `${origin()}/t#${token}`;
}

/** The mail server refused the recipient or the mail for good: the same as if it came back. */
async function recordRefusal(
  { db, log, now, onUndelivered }: DeliveryDeps,
  job: MailJob,
  { recipient, letter, copy }: { recipient: Recipient; letter: Letter; copy: MailCopy },
  { message }: SendFailure,
): Promise<void> {
  const failure = refusalOf(message);
  const { ticketId, messageId } = letter;
  await givingWay(() =>
    db.transaction().execute(async (tx) => {
      const at = now();
      if (!(await markFailed(tx, job, message, { ...copy, ...bounceOf(failure, at) }))) return;
      if (failure.isAddressUseless) await stopMailTo(tx, recipient.address, failure, at);
      if (ticketId && messageId && !isStaff(recipient.actor)) {
        await onUndelivered(tx, [{ ticketId, messageId }], at);
      }
    }),
  );
  log.warn("mail.failed", { mailId: job.id, attempt: job.attempt, why: message });
}

function bounceOf({ code, text }: Pick<DeliveryFailure, "code" | "text">, at: Date) {
  return { bounced_at: at, bounce_code: code, bounce_text: text };
}

async function retryOrGiveUp(
  { db, log, now }: DeliveryDeps,
  job: MailJob,
  copy: MailCopy,
  failure: SendFailure,
): Promise<void> {
  const fields = { mailId: job.id, attempt: job.attempt, why: failure.message };
  if (job.attempt >= maxAttempts) {
    await giveUp(db, job, failure.message, copy);
    return log.warn("mail.failed", fields);
  }
  const wait = waitAfter(job.attempt);
  await retryMail(db, job, failure.message, copy, new Date(now().getTime() + wait));
  if (job.attempt === 1) await db.transaction().execute((tx) => notifyDelivery(tx, job));
  log.warn("mail.put-off", { ...fields, seconds: Math.round(wait / 1000) });
}

async function giveUp(db: Db, job: MailJob, why: string, copy?: FailedCopy): Promise<void> {
  await db.transaction().execute((tx) => markFailed(tx, job, why, copy));
}

/** Retries through an outage of the database, however long, unless the server is stopping. */
async function retryWhileUnavailable(
  store: () => Promise<void>,
  isLeaving: () => boolean,
): Promise<void> {
  for (;;) {
    try {
      return await store();
    } catch (error) {
      const passing = error instanceof AppError && error.code === "unavailable";
      if (!passing || isLeaving()) throw error;
      await Bun.sleep(250);
    }
  }
}

const firstWaitMs = 30_000;
const longestWaitMs = 60 * 60_000;

/** With these waits the attempts span about a day. */
export const maxAttempts = 34;

/**
 * How long to wait after this attempt: 30 s, 1 min, 2, 4 … at most an hour, and up to a fifth less,
 * to spread mails that failed together.
 */
export function waitAfter(attempt: number, random: number = Math.random()): number {
  const wait = Math.min(firstWaitMs * 2 ** (attempt - 1), longestWaitMs);
  return Math.round(wait * (1 - random / 5));
}

/**
 * The number of mails about one ticket that a reader gets immediately within ten minutes; later ones are
 * combined.
 */
const sentRightAway = 3;
const countedMs = 10 * 60_000;
/** How long mails are combined, counted from the first one waiting. */
const gatheredMs = 2 * 60_000;
/** The maximum number of messages in one mail; the rest follows in another. */
const mostTogether = 50;

interface Gathered {
  /** The mail waits for others until then, or null: it goes now. */
  until: Date | null;
  /** Mails that go out as part of this one, leased like it. */
  others: MailJob[];
}

const alone: Gathered = { until: null, others: [] };

/** Whether a mail with a ticket's message goes alone, waits for others, or takes them along. */
async function gatherMails(db: Db, job: MailJob, now: Date, leaseMs: number): Promise<Gathered> {
  const { userId, toAddress } = job;
  if (job.messageId === null || job.ticketId === null) return alone;
  if (userId === null && toAddress === null) return alone;
  const reader =
    userId === null
      ? sql`mail.to_address = ${toAddress}::text`
      : sql`mail.user_id = ${userId}::uuid`;
  const like = sql`${reader} and mail.ticket_id = ${job.ticketId}::uuid
    and mail.template = ${job.template} and mail.message_id is not null`;
  const countedSince = new Date(job.createdAt.getTime() - countedMs);
  const { rows } = await sql<{ earlier: number }>`
    select count(*)::int as earlier from outgoing_mails mail
    where ${like} and mail.state <> 'skipped' and mail.id <> ${job.id}::uuid
      and mail.created_at between ${countedSince}::timestamptz and ${job.createdAt}::timestamptz`.execute(
    db,
  );
  if ((rows[0]?.earlier ?? 0) < sentRightAway) return alone;
  // The first one waiting: the later ones are not leased before it is sent.
  const until = new Date(job.createdAt.getTime() + gatheredMs);
  if (until > now) return { until, others: [] };
  const { rows: others } = await sql<MailJob>`
    update outgoing_mails taken
    set attempts = attempts + 1, leased_until = now() + ${leaseMs}::float8 * interval '1 millisecond'
    where taken.id in (
      select mail.id from outgoing_mails mail
      where ${like} and mail.state = 'queued' and mail.id <> ${job.id}::uuid
        and (mail.leased_until is null or mail.leased_until < now())
      order by mail.created_at, mail.id limit ${sql.lit(mostTogether - 1)}
      for update skip locked)
    returning taken.id, taken.template, taken.user_id as "userId",
      taken.to_address as "toAddress", taken.ticket_id as "ticketId",
      taken.message_id as "messageId", taken.data, taken.created_at as "createdAt",
      taken.attempts as attempt`.execute(db);
  return { until: null, others };
}
