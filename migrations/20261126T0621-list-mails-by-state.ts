import { type Kysely, sql } from "kysely";

/** Those few that were not sent are found among all that were. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index outgoing_mails_not_sent on outgoing_mails (state, created_at desc, id desc)
    where state <> 'sent'`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index outgoing_mails_not_sent`.execute(db);
}
