import { sql } from "kysely";
import type { Db } from "../db/database.ts";

const dayMs = 24 * 60 * 60_000;

/**
 * Files that nobody confirmed go after a day. Of those that were brought in only the refused rows
 * stay, for a day more, as long as their result can be looked at.
 */
export async function sweepImports(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - dayMs);
  await sql`
    delete from imports where job_id is null and created_at < ${before}::timestamptz`.execute(db);
  const ended = sql`jobs.state in ('done', 'cancelled', 'failed')`;
  await sql`
    delete from import_rows row using imports join jobs on jobs.id = imports.job_id
    where row.import_id = imports.id and ${ended} and not exists (
      select from job_items item where item.job_id = jobs.id
        and item.position = row.position and item.state = 'refused')`.execute(db);
  const { rows } = await sql<{ jobId: string }>`
    delete from imports using jobs
    where jobs.id = imports.job_id and ${ended} and jobs.ended_at < ${before}::timestamptz
    returning imports.job_id as "jobId"`.execute(db);
  if (rows.length === 0) return;
  const ids = rows.map(({ jobId }) => jobId);
  await sql`delete from job_items where job_id = any(${ids}::uuid[])`.execute(db);
}
