import { sql } from "kysely";
import type { Db } from "../db/database.ts";

const dayMs = 24 * 60 * 60_000;

/**
 * Unconfirmed files are deleted after a day. Of imported files, only skipped rows remain, until their job is
 * deleted.
 */
export async function sweepImports(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - dayMs);
  await sql`
    delete from imports where job_id is null and created_at < ${before}::timestamptz`.execute(db);
  await sql`
    delete from import_rows row using imports join jobs on jobs.id = imports.job_id
    where row.import_id = imports.id and jobs.state in ('done', 'cancelled', 'failed')
      and not exists (
        select from job_items item where item.job_id = jobs.id
          and item.position = row.position and item.state = 'refused')`.execute(db);
}
