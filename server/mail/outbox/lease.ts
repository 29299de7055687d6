import { sql } from "kysely";
import { linkTemplates, type MailTemplate, mailTemplates } from "../../../shared/mails.ts";
import type { Db, Tx } from "../../db/database.ts";
import { notifyPages, recordLiveEvent } from "../../events/live-events.ts";

/** A mail that this server has leased and sends. */
export interface MailJob {
  id: string;
  template: MailTemplate;
  userId: string | null;
  /** Of a copied person, who is no user. */
  toAddress: string | null;
  ticketId: string | null;
  messageId: string | null;
  data: unknown;
  createdAt: Date;
  /** The number of this attempt; it tells this lease from a later one. */
  attempt: number;
}

/** What a Super Admin can read afterwards, with `[link]` and `[message]` instead of those. */
export interface MailCopy {
  address: string;
  subject: string;
  body: string;
}

/** Of a mail that was sent. */
interface SentCopy extends MailCopy {
  mailbox_id?: string | null;
  message_id_header?: string;
  server_answer?: string;
}

/** Of a mail that was refused or came back. */
export interface FailedCopy extends MailCopy {
  bounced_at?: Date;
  bounce_code?: string;
  bounce_text?: string;
}

/**
 * Leases the mail that has waited longest, in one short statement. Mails that a person waits for
 * come before those of bulk actions. The lease uses the database's clock, so servers whose clocks
 * differ do not send twice. Templates of a later release are left to servers that know them. Messages of one ticket reach a reader in their
 * order: a later one waits for the earlier, which may take it along.
 */
export async function leaseMail(db: Db, now: Date, leaseMs: number): Promise<MailJob | null> {
  const row = await db
    .updateTable("outgoing_mails")
    .set({
      attempts: sql`attempts + 1`,
      leased_until: sql<Date>`now() + ${leaseMs}::float8 * interval '1 millisecond'`,
    })
    .where("id", "=", sql<string>`coalesce(${due(db, now, false)}, ${due(db, now, true)})`)
    .returning([
      "id",
      "template",
      "user_id",
      "to_address",
      "ticket_id",
      "message_id",
      "data",
      "created_at",
      "attempts",
    ])
    .executeTakeFirst();
  if (!row) return null;
  return {
    id: row.id,
    template: row.template as MailTemplate,
    userId: row.user_id,
    toAddress: row.to_address,
    ticketId: row.ticket_id,
    messageId: row.message_id,
    data: row.data,
    createdAt: row.created_at,
    attempt: row.attempts,
  };
}

/** One query per kind, so that each reads the start of its index range. */
function due(db: Db, now: Date, oneOfMany: boolean) {
  return (
    db
      .selectFrom("outgoing_mails")
      .select("id")
      .where("state", "=", sql.lit("queued"))
      .where("one_of_many", "=", sql.lit(oneOfMany))
      .where("next_attempt_at", "<=", now)
      .where("template", "in", mailTemplates)
      // Held since a restore.
      .where(
        sql<boolean>`created_at > coalesce((select paused_at from recovery_state), '-infinity')`,
      )
      .where((is) =>
        is.or([is("leased_until", "is", null), is("leased_until", "<", sql<Date>`now()`)]),
      )
      .where(sql<boolean>`not exists (
      select from outgoing_mails earlier
      where earlier.state = 'queued' and earlier.message_id is not null
        and outgoing_mails.message_id is not null
        and earlier.ticket_id = outgoing_mails.ticket_id
        and (earlier.user_id = outgoing_mails.user_id
          or earlier.to_address = outgoing_mails.to_address)
        and earlier.template = outgoing_mails.template
        and (earlier.created_at, earlier.id) < (outgoing_mails.created_at, outgoing_mails.id))`)
      .orderBy("next_attempt_at")
      .orderBy("id")
      .limit(1)
      .forUpdate()
      .skipLocked()
  );
}

export async function markSent(db: Db, job: MailJob, copy: SentCopy, now: Date): Promise<void> {
  await ownMail(db, job)
    .set({ ...copy, state: "sent", sent_at: now, leased_until: null, error: null })
    .execute();
}

/** Without a mail server. */
export async function markStored(db: Db, job: MailJob, copy: MailCopy): Promise<void> {
  await ownMail(db, job)
    .set({ ...copy, state: "kept", leased_until: null, error: null })
    .execute();
}

/** There is no longer a reason to send it. Nothing went wrong. */
export async function markSkipped(db: Db, job: MailJob, why: string): Promise<void> {
  await ownMail(db, job).set({ state: "skipped", leased_until: null, error: why }).execute();
}

/** In a transaction, since open pages that show the mail are notified. False if the lease was lost. */
export async function markFailed(
  tx: Tx,
  job: MailJob,
  error: string,
  copy?: FailedCopy,
): Promise<boolean> {
  const { numUpdatedRows } = await ownMail(tx, job)
    .set({ ...copy, state: "failed", leased_until: null, error })
    .executeTakeFirst();
  if (numUpdatedRows > 0n) await notifyDelivery(tx, job);
  return numUpdatedRows > 0n;
}

export async function retryMail(
  db: Db,
  job: MailJob,
  error: string,
  copy: MailCopy,
  at: Date,
): Promise<void> {
  await ownMail(db, job)
    .set({ ...copy, next_attempt_at: at, leased_until: null, error })
    .execute();
}

/** With as many attempts as new mails. */
export async function queueFailedAgain(tx: Tx, ids: readonly string[], now: Date): Promise<void> {
  await tx
    .updateTable("outgoing_mails")
    .set({
      state: "queued",
      attempts: 0,
      error: null,
      leased_until: null,
      next_attempt_at: now,
      bounced_at: null,
      bounce_code: null,
      bounce_text: null,
    })
    .where("id", "in", [...ids])
    .execute();
}

/** Mails that were leased and not tried: as they were before, and not before `at`. */
export async function giveBack(db: Db, jobs: readonly MailJob[], at?: Date): Promise<void> {
  for (const job of jobs) {
    await ownMail(db, job)
      .set({
        attempts: job.attempt - 1,
        leased_until: null,
        ...(at && { next_attempt_at: at }),
      })
      .execute();
  }
}

/** Whether this lease still holds. It stays so until the transaction ends: a withdrawal waits. */
export async function lockMail(tx: Tx, job: MailJob): Promise<boolean> {
  await tx.selectFrom("users").select("id").where("id", "=", job.userId).forShare().execute();
  const mail = await tx
    .selectFrom("outgoing_mails")
    .select("id")
    .where("id", "=", job.id)
    .where("state", "=", "queued")
    .where("attempts", "=", job.attempt)
    .executeTakeFirst();
  return mail !== undefined;
}

/** Only while this lease holds: after it expires another server may take the mail over. */
function ownMail(db: Db | Tx, job: MailJob) {
  return db
    .updateTable("outgoing_mails")
    .where("id", "=", job.id)
    .where("state", "=", "queued")
    .where("attempts", "=", job.attempt);
}

/** What became of a mail is shown to staff at its message, or at the user whom its link was for. */
export async function notifyDelivery(
  tx: Tx,
  { template, messageId }: { template: string; messageId: string | null },
): Promise<void> {
  if (messageId) return await notifyTicket(tx, messageId);
  if (linkTemplates.some((known) => known === template)) await notifyPages(tx, "users");
}

/** The ticket that shows the message now. */
async function notifyTicket(tx: Tx, messageId: string): Promise<void> {
  const ticket = await tx
    .selectFrom("messages")
    .innerJoin("tickets", "tickets.id", "messages.ticket_id")
    .select(["tickets.id as subjectId", "number", "company_id"])
    .where("messages.id", "=", messageId)
    .executeTakeFirst();
  if (!ticket) return;
  const { company_id, ...told } = ticket;
  await recordLiveEvent(tx, {
    topic: "ticket",
    ...told,
    version: null,
    audience: "staff",
    peopleIds: [],
    companyIds: company_id === null ? [] : [company_id],
  });
}

const retentionMs = 90 * 24 * 60 * 60_000;

/** A statement has ten seconds: a large backlog is deleted in several sweeps. */
const deletedAtOnce = 10_000;

/** Stored copies hold names, so they are deleted after 90 days. */
export async function sweepMails(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - retentionMs);
  await sql`
    delete from outgoing_mails where id in (
      select id from outgoing_mails
      where created_at < ${before}::timestamptz and state <> 'queued'
      order by created_at limit ${deletedAtOnce})`.execute(db);
}
