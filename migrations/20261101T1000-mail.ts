import { type Kysely, sql } from "kysely";

/** Mails to send. A row names a template and ids, never a token: the token is made when it is sent. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table outgoing_mails (
      id uuid primary key,
      template text not null,
      user_id uuid references users on delete cascade,
      data jsonb not null,
      -- Skipped: when it was to be sent, there was no reason to send it any more.
      state text not null default 'queued'
        check (state in ('queued', 'sent', 'kept', 'failed', 'skipped')),
      attempts integer not null default 0,
      next_attempt_at timestamptz not null,
      leased_until timestamptz,
      error text check (char_length(error) <= 1000),
      address text check (char_length(address) <= 254),
      subject text,
      body text,
      created_at timestamptz not null,
      sent_at timestamptz,
      -- The ticket or message it is about: its words are read when it is sent.
      ticket_id uuid references tickets on delete cascade,
      message_id uuid references messages on delete cascade,
      -- Such as the invitations of an import, which are sent after all other mail.
      one_of_many boolean not null default false
    );
    create index outgoing_mails_to_send on outgoing_mails (one_of_many, next_attempt_at, id)
      where state = 'queued';
    create index outgoing_mails_newest on outgoing_mails (created_at desc, id desc);
    create index outgoing_mails_not_sent on outgoing_mails (state, created_at desc, id desc)
      where state <> 'sent';
    create index outgoing_mails_of_user on outgoing_mails (user_id, created_at);
    -- One mail per person and message, however often it is queued.
    create unique index outgoing_mails_one_a_message on outgoing_mails (message_id, user_id)
      where message_id is not null;
    create index outgoing_mails_of_ticket on outgoing_mails (ticket_id)
      where ticket_id is not null;
    -- Whether an earlier mail of the same ticket is still waiting for the same reader.
    create index outgoing_mails_waiting
      on outgoing_mails (ticket_id, user_id, template, created_at, id)
      where state = 'queued' and message_id is not null`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table outgoing_mails`.execute(db);
}
