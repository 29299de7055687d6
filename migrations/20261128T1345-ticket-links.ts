import { type Kysely, sql } from "kysely";

/** Links in mails to customers, each of which opens one ticket without signing in. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Random: someone who leaves a ticket and returns gets another, so their earlier links stay revoked.
  await sql`
    alter table ticket_people add column link_generation integer not null
      default floor(random() * 2147483647)::integer;
    insert into secrets (name, value)
    select 'one-ticket-link', sha256(convert_to(
      gen_random_uuid()::text || gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8'))`.execute(
    db,
  );
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table ticket_people drop column link_generation;
    delete from secrets where name = 'one-ticket-link'`.execute(db);
}
