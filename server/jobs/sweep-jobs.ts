import { sql } from "kysely";
import type { Db } from "../db/database.ts";

const dayMs = 24 * 60 * 60_000;

/** Limited per statement, which has ten seconds: an old desk is swept in several runs. */
const mostAtOnce = 100;

/**
 * A job can be viewed for a day after its end. Then it is deleted with its items, their names, and the
 * imported file.
 */
export async function sweepJobs(db: Db, now: Date): Promise<void> {
  const aDayAgo = new Date(now.getTime() - dayMs);
  await sql`
    delete from jobs where id in (
      select id from jobs where ended_at < ${aDayAgo}::timestamptz
      order by ended_at limit ${mostAtOnce})`.execute(db);
}
