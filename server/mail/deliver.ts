import { AppError } from "../../shared/errors.ts";
import { createLink, dropLink, linkUrl } from "../auth/links.ts";
import type { Config } from "../config.ts";
import type { Db } from "../db/database.ts";
import { findLogo } from "../desk/logo.ts";
import type { Log } from "../log.ts";
import { maxAttempts, waitAfter } from "./backoff.ts";
import { gatherMails } from "./gather.ts";
import {
  giveBack,
  lockMail,
  type MailCopy,
  type MailJob,
  markFailed,
  markKept,
  markSent,
  markSkipped,
  retryMail,
} from "./lease.ts";
import { type Letter, writeLetter } from "./letter.ts";
import { findRecipient, isAccountTemplate, type Recipient } from "./recipient.ts";
import { SendFailure, type SendMail } from "./smtp.ts";
import { linkOf } from "./templates/account.ts";

interface DeliveryDeps {
  db: Db;
  config: Pick<Config, "mailReplyTo">;
  log: Log;
  now: () => Date;
  origin: () => string;
  send: SendMail | null;
  /** For the mails that go out as part of another. */
  leaseMs: number;
  /** The server is going and waits for nothing any more. */
  isLeaving: () => boolean;
}

/**
 * From a leased mail to its end: sent, kept, skipped, put off or failed. No transaction is open while
 * the mail server is talked to, however long it takes.
 */
export async function deliverMail(
  deps: DeliveryDeps,
  job: MailJob,
  signal: AbortSignal,
): Promise<void> {
  const { db, now } = deps;
  // Whoever leased it before never came to an end: not for ever, or it might crash us each time.
  if (job.attempt > maxAttempts) return await giveUp(db, job, "It was tried too often.");

  const { until, others } = await gatherMails(db, job, now(), deps.leaseMs);
  if (until) return await giveBack(db, [job], until);
  const isDone = await deliverTogether(deps, job, others, signal);
  // The next one takes the others along.
  if (!isDone) await giveBack(db, others);
}

/** With the messages of the others; whether these have gone out with it. */
async function deliverTogether(
  deps: DeliveryDeps,
  job: MailJob,
  others: readonly MailJob[],
  signal: AbortSignal,
): Promise<boolean> {
  const { db, log, now, send } = deps;
  const recipient = await findRecipient(db, job);
  const letter =
    typeof recipient === "string" ? recipient : await write(deps, job, others, recipient);
  if (typeof recipient === "string" || typeof letter === "string") {
    const why = typeof letter === "string" ? letter : "";
    await markSkipped(db, job, why);
    log.info("mail.skipped", { mailId: job.id, template: job.template, why });
    return false;
  }

  const copy = { address: recipient.address, ...letter.copy };
  if (!send) {
    for (const each of [job, ...others]) await markKept(db, each, copy);
    return true;
  }
  const token = await makeToken(deps, job, recipient);
  if (token === "withdrawn") return false;
  try {
    const link = token ? linkUrl(deps.origin(), token.kind, token.text) : undefined;
    const { name, address, facts } = recipient;
    const { deskName } = facts;
    const logo = await findLogo(db, null);
    const mail = { ...letter.envelope, deskName, name, address, logo, ...letter.text(link) };
    await send(mail, signal);
  } catch (error) {
    if (!(error instanceof SendFailure)) throw error;
    if (token && error.answered) await dropLink(db, token.text);
    await putOff(deps, job, copy, error);
    return false;
  }
  // The mail is out: that must not be forgotten, or it goes out a second time.
  for (const each of [job, ...others]) {
    await insist(() => markSent(db, each, copy, now()), deps.isLeaving);
    log.info("mail.sent", { mailId: each.id, template: each.template, attempt: each.attempt });
  }
  return true;
}

async function write(
  { db, origin, config }: DeliveryDeps,
  job: MailJob,
  others: readonly MailJob[],
  recipient: Recipient,
): Promise<Letter | string> {
  const answersAreRead = config.mailReplyTo !== null;
  const facts = { ...recipient.facts, origin: origin(), answersAreRead };
  return await writeLetter(db, [job, ...others], recipient.actor, facts);
}

/** None where the mail carries none, or where it was withdrawn since it was leased. */
async function makeToken({ db, now }: DeliveryDeps, job: MailJob, { actor }: Recipient) {
  const kind = isAccountTemplate(job.template) ? linkOf(job.template) : null;
  if (!kind) return null;
  return await db.transaction().execute(async (tx) => {
    if (!(await lockMail(tx, job))) return "withdrawn";
    return { kind, text: await createLink(tx, { kind, userId: actor.id, now: now() }) };
  });
}

async function putOff(
  { db, log, now }: DeliveryDeps,
  job: MailJob,
  copy: MailCopy,
  failure: SendFailure,
): Promise<void> {
  const fields = { mailId: job.id, attempt: job.attempt, why: failure.message };
  if (failure.permanent || job.attempt >= maxAttempts) {
    await giveUp(db, job, failure.message, copy);
    return log.warn("mail.failed", fields);
  }
  const wait = waitAfter(job.attempt);
  await retryMail(db, job, failure.message, copy, new Date(now().getTime() + wait));
  log.warn("mail.put-off", { ...fields, seconds: Math.round(wait / 1000) });
}

async function giveUp(db: Db, job: MailJob, why: string, copy?: MailCopy): Promise<void> {
  await db.transaction().execute((tx) => markFailed(tx, job, why, copy));
}

/** Through an outage of the database, however long, unless the server has to go. */
async function insist(store: () => Promise<void>, isLeaving: () => boolean): Promise<void> {
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
