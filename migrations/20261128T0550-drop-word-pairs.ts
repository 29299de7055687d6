import { type Kysely, sql } from "kysely";

/** A phrase is looked for in the messages of the tickets that have its words. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop table ticket_pairs`.execute(db);
  await sql`drop table search_pairing`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table ticket_pairs (
      ticket_id uuid primary key references tickets on delete cascade,
      pairs smallint[]
    ) with (toast_tuple_target = 8160)`.execute(db);
  await sql`
    create table search_pairing (
      only_one boolean primary key default true check (only_one),
      mark uuid not null default 'ffffffff-ffff-ffff-ffff-ffffffffffff'
    )`.execute(db);
  await sql`
    insert into search_pairing select where exists (select from tickets)`.execute(db);
}
