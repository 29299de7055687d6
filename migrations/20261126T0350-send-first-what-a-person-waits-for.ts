import { type Kysely, sql } from "kysely";

/** The invitations of an import stood before everybody's resets and replies, for as long as they took to go out. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table outgoing_mails add column one_of_many boolean not null default false
  `.execute(db);
  await sql`drop index outgoing_mails_to_send`.execute(db);
  await sql`
    create index outgoing_mails_to_send on outgoing_mails (one_of_many, next_attempt_at, id)
    where state = 'queued'`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  // Its index goes with it.
  await sql`alter table outgoing_mails drop column one_of_many`.execute(db);
  await sql`
    create index outgoing_mails_to_send on outgoing_mails (next_attempt_at, id)
    where state = 'queued'`.execute(db);
}
