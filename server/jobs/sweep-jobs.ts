import { sql } from "kysely";
import type { Db } from "../db/database.ts";

const dayMs = 24 * 60 * 60_000;

/** In one statement, which has ten seconds, with all their items: an old desk is swept in several goes. */
const mostAtOnce = 100;

/**
 * A job can be looked at for a day after its end. Then it goes with all that it names and that came
 * of each item: what people were called then, and the file that it brought in.
 */
export async function sweepJobs(db: Db, now: Date): Promise<void> {
  const aDayAgo = new Date(now.getTime() - dayMs);
  await sql`
    delete from jobs where id in (
      select id from jobs where ended_at < ${aDayAgo}::timestamptz
      order by ended_at limit ${mostAtOnce})`.execute(db);
}
