import { sql } from "kysely";
import type { Db } from "../db/database.ts";
import { isReplyWaiting } from "../tickets/release.ts";

/** What waits in the database for a worker, of whichever server. */
export interface Backlog {
  mails: number;
  /** How long ago the oldest mail that waits was queued; a refusing mail server is tried for a day. */
  oldestMailSeconds: number;
  /** How long a mail has been due with no worker taking it. */
  mailOverdueSeconds: number;
  /** Of those of the last 90 days: nobody tries them any more. */
  failedMails: number;
  /** How long a reply should have been public. */
  replyOverdueSeconds: number;
  jobs: number;
  oldestJobSeconds: number;
  /** Changes that are to be read for the search, up to a hundred thousand. */
  search: number;
}

async function readBacklog(db: Db): Promise<Backlog> {
  const age = (time: string) => sql`coalesce(greatest(0,
    extract(epoch from clock_timestamp() - min(${sql.ref(time)}))), 0)::float8`;
  const { rows } = await sql<Backlog>`
    select mail.*, failed.*, job.*, reply.*, search.*
    from
      (select count(*) as mails, ${age("created_at")} as "oldestMailSeconds",
        ${age("next_attempt_at")} as "mailOverdueSeconds"
        from outgoing_mails where state = 'queued') mail,
      (select count(*) as "failedMails" from outgoing_mails where state = 'failed') failed,
      (select count(*) as jobs, ${age("created_at")} as "oldestJobSeconds"
        from jobs where state in ('queued', 'running')) job,
      (select ${age("m.release_at")} as "replyOverdueSeconds"
        from messages m join tickets t on t.id = m.ticket_id where ${isReplyWaiting}) reply,
      (select count(*) as search from
        (select from ticket_search_queue limit 100000) waiting) search`.execute(db);
  const [backlog] = rows;
  if (!backlog) throw new Error("The backlog was not told");
  return backlog;
}

const keptMs = 5_000;
const patienceMs = 2_000;

/** Read at most every five seconds, however many ask; null: the database does not answer. */
export function watchBacklog(db: Db): () => Promise<Backlog | null> {
  let asked = Number.NEGATIVE_INFINITY;
  let answer: Promise<Backlog | null> = Promise.resolve(null);
  return () => {
    if (performance.now() - asked > keptMs) {
      asked = performance.now();
      answer = Promise.race([
        readBacklog(db).catch(() => null),
        Bun.sleep(patienceMs).then(() => null),
      ]);
    }
    return answer;
  };
}
