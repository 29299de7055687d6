import { sql } from "kysely";
import type { Db } from "../db/database.ts";

const keptMs = 90 * 24 * 60 * 60_000;

/** In one statement, which has ten seconds: an old desk is swept in several goes. */
const mostAtOnce = 10_000;

/** Copies name people as they were called then: they are not kept for ever. */
export async function sweepMails(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - keptMs);
  await sql`
    delete from outgoing_mails where id in (
      select id from outgoing_mails
      where created_at < ${before}::timestamptz and state <> 'queued'
      order by created_at limit ${mostAtOnce})`.execute(db);
}
