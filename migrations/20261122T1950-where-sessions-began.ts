import { type Kysely, sql } from "kysely";

/** From which network somebody signed in: two sessions of one kind of browser are told apart by it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sessions add column network text`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sessions drop column network`.execute(db);
}
