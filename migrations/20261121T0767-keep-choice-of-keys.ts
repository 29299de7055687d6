import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  // Keys of one letter get in the way of speech input: each person says whether they want them.
  await sql`alter table users add column single_keys boolean not null default true`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users drop column single_keys`.execute(db);
}
