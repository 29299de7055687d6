import { sql } from "kysely";
import { type MailTemplate, mailTemplates } from "../../shared/mails.ts";
import type { Db, Tx } from "../db/database.ts";
import { tellOfFailure } from "./tell-of-failure.ts";

/** A mail that is ours to send for a while. */
export interface MailJob {
  id: string;
  template: MailTemplate;
  userId: string | null;
  ticketId: string | null;
  messageId: string | null;
  data: unknown;
  createdAt: Date;
  /** The number of this try; it tells our lease from a later one. */
  attempt: number;
}

/** What a Super Admin may read afterwards: `[link]` and `[message]` where those stood. */
export interface MailCopy {
  address: string;
  subject: string;
  body: string;
}

/**
 * The mail that has waited longest, of those that a person waits for before all that goes to many at
 * once; if any, it is leased in one short statement. The lease runs by
 * the database's clock, so that servers whose clocks differ do not send twice. A template of a
 * later release is left to the servers that know it. Messages of one ticket reach a reader in their
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
    ticketId: row.ticket_id,
    messageId: row.message_id,
    data: row.data,
    createdAt: row.created_at,
    attempt: row.attempts,
  };
}

/** Of either kind by itself: so each is read from its place in the index, and the second not at all for the first. */
function due(db: Db, now: Date, oneOfMany: boolean) {
  return db
    .selectFrom("outgoing_mails")
    .select("id")
    .where("state", "=", sql.lit("queued"))
    .where("one_of_many", "=", sql.lit(oneOfMany))
    .where("next_attempt_at", "<=", now)
    .where("template", "in", mailTemplates)
    .where((is) =>
      is.or([is("leased_until", "is", null), is("leased_until", "<", sql<Date>`now()`)]),
    )
    .where(sql<boolean>`not exists (
      select from outgoing_mails earlier
      where earlier.state = 'queued' and earlier.message_id is not null
        and outgoing_mails.message_id is not null
        and earlier.ticket_id = outgoing_mails.ticket_id
        and earlier.user_id = outgoing_mails.user_id
        and earlier.template = outgoing_mails.template
        and (earlier.created_at, earlier.id) < (outgoing_mails.created_at, outgoing_mails.id))`)
    .orderBy("next_attempt_at")
    .orderBy("id")
    .limit(1)
    .forUpdate()
    .skipLocked();
}

export async function markSent(db: Db, job: MailJob, copy: MailCopy, now: Date): Promise<void> {
  await ownMail(db, job)
    .set({ ...copy, state: "sent", sent_at: now, leased_until: null, error: null })
    .execute();
}

/** Where no mail server is set. */
export async function markKept(db: Db, job: MailJob, copy: MailCopy): Promise<void> {
  await ownMail(db, job)
    .set({ ...copy, state: "kept", leased_until: null, error: null })
    .execute();
}

/** There is no reason to send it any more: nothing went wrong, and nobody tries again. */
export async function markSkipped(db: Db, job: MailJob, why: string): Promise<void> {
  await ownMail(db, job).set({ state: "skipped", leased_until: null, error: why }).execute();
}

/** In one transaction: whoever looks at what was to be mailed is told. */
export async function markFailed(
  tx: Tx,
  job: MailJob,
  error: string,
  copy?: MailCopy,
): Promise<void> {
  const { numUpdatedRows } = await ownMail(tx, job)
    .set({ ...copy, state: "failed", leased_until: null, error })
    .executeTakeFirst();
  if (numUpdatedRows > 0n) await tellOfFailure(tx, job);
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

/** Mails that were leased and not tried: as they were before, and not before `at`. */
export async function giveBack(db: Db, jobs: readonly MailJob[], at?: Date): Promise<void> {
  for (const job of jobs) {
    await ownMail(db, job)
      .set({
        ...{ attempts: job.attempt - 1, leased_until: null },
        ...(at && { next_attempt_at: at }),
      })
      .execute();
  }
}

/** Whether it is still ours to send, and stays so until the transaction ends: whoever withdraws it waits. */
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

/** Only as long as nobody else took it over after our lease had run out. */
function ownMail(db: Db | Tx, job: MailJob) {
  return db
    .updateTable("outgoing_mails")
    .where("id", "=", job.id)
    .where("state", "=", "queued")
    .where("attempts", "=", job.attempt);
}
