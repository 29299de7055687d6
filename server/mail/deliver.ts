import { AppError } from "../../shared/errors.ts";
import { createLink, dropLink, linkUrl } from "../auth/links.ts";
import type { Config } from "../config.ts";
import type { Db } from "../db/database.ts";
import type { Log } from "../log.ts";
import { maxAttempts, waitAfter } from "./backoff.ts";
import { type MailCopy, type MailJob, markFailed, markKept, markSent, retryMail } from "./lease.ts";
import { findRecipient, type Recipient } from "./recipient.ts";
import { SendFailure, type SendMail } from "./smtp.ts";
import { linkOfTemplate, type MailFacts, renderMail } from "./templates.ts";

export interface DeliveryDeps {
  db: Db;
  config: Pick<Config, "mailReplyTo">;
  log: Log;
  now: () => Date;
  origin: () => string;
  send: SendMail | null;
  /** The server is going and waits for nothing any more. */
  isLeaving: () => boolean;
}

/**
 * From a leased mail to its end: sent, kept, put off or failed. No transaction is open while
 * the mail server is talked to, however long it takes.
 */
export async function deliverMail(
  deps: DeliveryDeps,
  job: MailJob,
  signal: AbortSignal,
): Promise<void> {
  const { db, log, now, send } = deps;
  // Whoever leased it before never came to an end: not for ever, or it might crash us each time.
  if (job.attempt > maxAttempts) return await markFailed(db, job, "It was tried too often.");

  const recipient = await findRecipient(db, job);
  if (typeof recipient === "string") {
    await markFailed(db, job, recipient);
    return log.info("mail.dropped", { mailId: job.id, template: job.template, why: recipient });
  }

  const facts = factsFor(deps, recipient);
  const copy = copyOf(job, recipient, facts);
  if (!send) return await markKept(db, job, copy);

  const token = await makeToken(deps, job, recipient);
  const { name, address } = recipient;
  try {
    const link = token ? linkUrl(deps.origin(), token.kind, token.text) : undefined;
    await send({ id: job.id, name, address, ...renderMail(job.template, facts, link) }, signal);
  } catch (error) {
    if (!(error instanceof SendFailure)) throw error;
    if (token && error.answered) await dropLink(db, token.text);
    return await putOff(deps, job, copy, error);
  }
  // The mail is out: that must not be forgotten, or it goes out a second time.
  await insist(() => markSent(db, job, copy, now()), deps.isLeaving);
  log.info("mail.sent", { mailId: job.id, template: job.template, attempt: job.attempt });
}

function factsFor({ origin, config }: DeliveryDeps, { facts }: Recipient): MailFacts {
  return { ...facts, origin: origin(), answersAreRead: config.mailReplyTo !== null };
}

function copyOf(job: MailJob, { address }: Recipient, facts: MailFacts): MailCopy {
  const { subject, text } = renderMail(job.template, facts);
  return { address, subject, body: text };
}

async function makeToken({ db, now }: DeliveryDeps, job: MailJob, { userId }: Recipient) {
  const kind = linkOfTemplate[job.template];
  return kind && { kind, text: await createLink(db, { kind, userId, now: now() }) };
}

async function putOff(
  { db, log, now }: DeliveryDeps,
  job: MailJob,
  copy: MailCopy,
  failure: SendFailure,
): Promise<void> {
  const fields = { mailId: job.id, attempt: job.attempt, why: failure.message };
  if (failure.permanent || job.attempt >= maxAttempts) {
    await markFailed(db, job, failure.message, copy);
    return log.warn("mail.failed", fields);
  }
  const wait = waitAfter(job.attempt);
  await retryMail(db, job, failure.message, copy, new Date(now().getTime() + wait));
  log.warn("mail.put-off", { ...fields, seconds: Math.round(wait / 1000) });
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
