import { type Kysely, sql } from "kysely";

/** What a merge moved that was written in neither ticket: a split had brought it there. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table merges add column brought_along uuid[] not null default '{}'`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table merges drop column brought_along`.execute(db);
}
