import { type Kysely, sql } from "kysely";

/** A view whose count was stopped is not counted until this time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table saved_views add column count_paused_until timestamptz`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table saved_views drop column count_paused_until`.execute(db);
}
