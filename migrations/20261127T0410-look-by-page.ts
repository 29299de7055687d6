import { type Kysely, sql } from "kysely";

/** Somebody may look at a ticket from several pages, and leaves it with the last of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table presence add column pages jsonb`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table presence drop column pages`.execute(db);
}
