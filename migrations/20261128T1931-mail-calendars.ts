import { type Kysely, sql } from "kysely";

/** The event that a received mail invites to. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table message_mails add column calendar jsonb`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table message_mails drop column calendar`.execute(db);
}
