import { type Kysely, sql } from "kysely";

/** What of the source's own stood in the target before the merge: a split had brought it there. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table merges add column there_before uuid[] not null default '{}'`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table merges drop column there_before`.execute(db);
}
