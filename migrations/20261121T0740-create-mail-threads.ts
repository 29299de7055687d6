import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  // What a mail is about: its words are read as it is sent, never kept beside it.
  await sql`
    alter table outgoing_mails
      add column ticket_id uuid references tickets on delete cascade,
      add column message_id uuid references messages on delete cascade`.execute(db);
  // One mail a person and message, whoever asks for it and however often.
  await sql`
    create unique index outgoing_mails_one_a_message on outgoing_mails (message_id, user_id)
    where message_id is not null`.execute(db);
  await sql`
    create index outgoing_mails_of_ticket on outgoing_mails (ticket_id)
    where ticket_id is not null`.execute(db);

  // Skipped: by the time it was to go out there was no reason to send it any more.
  await sql`alter table outgoing_mails drop constraint outgoing_mails_state_check`.execute(db);
  await sql`
    alter table outgoing_mails add constraint outgoing_mails_state_check
    check (state in ('queued', 'sent', 'kept', 'failed', 'skipped'))`.execute(db);

  // Only where somebody chose otherwise than their role begins with.
  await sql`
    create table notification_choices (
      user_id uuid not null references users on delete cascade,
      kind text not null check (kind in ('assigned', 'mentioned', 'customer-wrote', 'followed')),
      bell boolean not null,
      mail boolean not null,
      primary key (user_id, kind)
    )`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table notification_choices`.execute(db);
  await sql`update outgoing_mails set state = 'failed' where state = 'skipped'`.execute(db);
  await sql`alter table outgoing_mails drop constraint outgoing_mails_state_check`.execute(db);
  await sql`
    alter table outgoing_mails add constraint outgoing_mails_state_check
    check (state in ('queued', 'sent', 'kept', 'failed'))`.execute(db);
  await sql`alter table outgoing_mails drop column message_id, drop column ticket_id`.execute(db);
}
