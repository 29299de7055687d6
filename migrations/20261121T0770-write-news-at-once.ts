import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  // For rows that a statement finds and writes at once. Postgres 18 has one of its own, 15 has not.
  await sql`
    create function uuid_v7() returns uuid language sql volatile parallel safe
    return encode(
      set_bit(set_bit(
        overlay(uuid_send(gen_random_uuid())
          placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3)
          from 1 for 6),
        52, 1), 53, 1),
      'hex')::uuid`.execute(db);

  // A ticket that waits several times is read once.
  await sql`
    create index ticket_search_queue_by_ticket on ticket_search_queue (ticket_id)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index ticket_search_queue_by_ticket`.execute(db);
  await sql`drop function uuid_v7()`.execute(db);
}
