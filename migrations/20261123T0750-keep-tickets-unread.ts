import { type Kysely, sql } from "kysely";

/** Somebody has read a ticket and wants to come back to it: it counts as unread until they do. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table ticket_reads add column kept_unread boolean not null default false`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table ticket_reads drop column kept_unread`.execute(db);
}
