import { type Kysely, sql } from "kysely";

/** Undo of many finds its items by their subjects; with their job they are forgotten all at once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index job_items_to_forget`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index job_items_to_forget on job_items (job_id) where undo is not null
  `.execute(db);
}
