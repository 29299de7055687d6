import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  // What an Undo of many sets back: states, roles and ids, never words.
  await sql`alter table job_items add column undo jsonb`.execute(db);
  await sql`
    create index job_items_to_forget on job_items (job_id) where undo is not null
  `.execute(db);
  // Where it was asked for, for the audit rows of its slices; gone when it has ended.
  await sql`alter table jobs add column network text`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table jobs drop column network`.execute(db);
  await sql`drop index job_items_to_forget`.execute(db);
  await sql`alter table job_items drop column undo`.execute(db);
}
