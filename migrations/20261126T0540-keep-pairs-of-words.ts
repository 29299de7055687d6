import { type Kysely, sql } from "kysely";

/**
 * A phrase was looked for in each message of each ticket that has its words, which took seconds where its
 * words are common and hardly any ticket has it. Which words stand side by side is kept of each ticket.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // A pair is a number; null where a ticket says too much, and any phrase may stand there.
  await sql`
    create table ticket_pairs (
      ticket_id uuid primary key references tickets on delete cascade,
      pairs smallint[]
    ) with (toast_tuple_target = 8160)`.execute(db);

  // While tickets of an earlier release, or of a load, are gone through: from the newest to the oldest.
  await sql`
    create table search_pairing (
      only_one boolean primary key default true check (only_one),
      mark uuid not null default 'ffffffff-ffff-ffff-ffff-ffffffffffff'
    )`.execute(db);
  await sql`
    insert into search_pairing select where exists (select from tickets)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table ticket_pairs`.execute(db);
  await sql`drop table search_pairing`.execute(db);
}
