import { sql } from "kysely";
import type { Db } from "../db/database.ts";

const dayMs = 24 * 60 * 60_000;

/** What an Undo would have needed: nobody can take that back any more. */
export async function sweepUndo(db: Db, now: Date): Promise<void> {
  const aDayAgo = new Date(now.getTime() - dayMs);
  await sql`
    update job_items set undo = null
    from jobs where jobs.id = job_items.job_id and undo is not null
      and jobs.created_at < ${aDayAgo}::timestamptz`.execute(db);
}
