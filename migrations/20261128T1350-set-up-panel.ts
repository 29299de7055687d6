import { type Kysely, sql } from "kysely";

/** When a Super Admin closed the panel that leads through the set-up. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table desk add column set_up_dismissed_at timestamptz`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table desk drop column set_up_dismissed_at`.execute(db);
}
