import { sql } from "kysely";
import type { Db } from "../../db/database.ts";
import type { MailJob } from "./lease.ts";

/** So many mails of one ticket a reader gets right away within ten minutes; later ones are gathered. */
const sentRightAway = 3;
const countedMs = 10 * 60_000;
/** For so long, counted from the first that waits. */
const gatheredMs = 2 * 60_000;
/** Messages in one mail. What is left follows in another. */
const mostTogether = 50;

interface Gathered {
  /** The mail waits for others until then, or null: it goes now. */
  until: Date | null;
  /** Mails that go out as part of this one, leased like it. */
  others: MailJob[];
}

const alone: Gathered = { until: null, others: [] };

/** Whether a mail with a ticket's message goes alone, waits for others, or takes them along. */
export async function gatherMails(
  db: Db,
  job: MailJob,
  now: Date,
  leaseMs: number,
): Promise<Gathered> {
  if (job.messageId === null || job.ticketId === null || job.userId === null) return alone;
  const like = sql`mail.user_id = ${job.userId}::uuid and mail.ticket_id = ${job.ticketId}::uuid
    and mail.template = ${job.template} and mail.message_id is not null`;
  const countedSince = new Date(job.createdAt.getTime() - countedMs);
  const { rows } = await sql<{ earlier: number }>`
    select count(*)::int as earlier from outgoing_mails mail
    where ${like} and mail.state <> 'skipped' and mail.id <> ${job.id}::uuid
      and mail.created_at between ${countedSince}::timestamptz and ${job.createdAt}::timestamptz`.execute(
    db,
  );
  if ((rows[0]?.earlier ?? 0) < sentRightAway) return alone;
  // It is the first that waits: the later ones are not leased before it has gone.
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
    returning taken.id, taken.template, taken.user_id as "userId", taken.ticket_id as "ticketId",
      taken.message_id as "messageId", taken.data, taken.created_at as "createdAt",
      taken.attempts as attempt`.execute(db);
  return { until: null, others };
}
