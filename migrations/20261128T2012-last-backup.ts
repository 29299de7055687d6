import { type Kysely, sql } from "kysely";

export const locks = ["desk"];

/** When the last backup was complete, for monitoring. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table desk add column backed_up_at timestamptz`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table desk drop column backed_up_at`.execute(db);
}
