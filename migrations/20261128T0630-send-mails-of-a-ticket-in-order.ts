import { type Kysely, sql } from "kysely";

/** Whether an earlier mail of the same ticket still waits for the same reader. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index outgoing_mails_waiting
      on outgoing_mails (ticket_id, user_id, template, created_at, id)
      where state = 'queued' and message_id is not null`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index outgoing_mails_waiting`.execute(db);
}
