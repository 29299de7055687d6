import { type Kysely, sql } from "kysely";

/** A held mail of an agent is sent as a reply, or becomes a note, once a person has looked at it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table inbound_mails drop constraint inbound_mails_wanted_check;
    alter table inbound_mails add constraint inbound_mails_wanted_check
      check (wanted in ('decide', 'ticket', 'message', 'reply', 'note'))`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    update inbound_mails set wanted = 'decide' where wanted in ('reply', 'note');
    alter table inbound_mails drop constraint inbound_mails_wanted_check;
    alter table inbound_mails add constraint inbound_mails_wanted_check
      check (wanted in ('decide', 'ticket', 'message'))`.execute(db);
}
