import { type Kysely, sql } from "kysely";

/** Mail that came back, addresses that get none for a while, and notifications about a mailbox. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table undeliverable_addresses (
      address text primary key check (char_length(address) between 3 and 320
        and address = lower(address)),
      since timestamptz not null,
      until timestamptz not null,
      code text not null check (char_length(code) <= 40),
      text text not null check (char_length(text) <= 1000)
    );
    create index undeliverable_addresses_by_end on undeliverable_addresses (until);

    -- By which a bounce finds the mail that it returns.
    create index outgoing_mails_by_message_id on outgoing_mails (message_id_header)
      where message_id_header is not null;
    create index outgoing_mails_by_address on outgoing_mails (lower(address), sent_at)
      where state = 'sent';

    alter table notifications
      add column mailbox_id uuid references mailboxes on delete cascade,
      drop constraint notifications_kind_check,
      add constraint notifications_kind_check
        check (kind in ('assigned', 'mentioned', 'customer-wrote', 'opened', 'followed', 'reopened',
          'rated', 'team', 'woke', 'token-expiring', 'undelivered', 'mail-flood')),
      drop constraint notifications_of_tickets_or_tokens,
      add constraint notifications_of_one_thing check (num_nonnulls(ticket_id, token_id, mailbox_id) = 1
        and (token_id is not null) = (kind = 'token-expiring')
        and (mailbox_id is not null) = (kind = 'mail-flood'));
    create index notifications_by_mailbox on notifications (mailbox_id, created_at)
      where mailbox_id is not null`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    delete from notifications where kind in ('undelivered', 'mail-flood');
    alter table notifications
      drop column mailbox_id,
      drop constraint notifications_kind_check,
      add constraint notifications_kind_check
        check (kind in ('assigned', 'mentioned', 'customer-wrote', 'opened', 'followed', 'reopened',
          'rated', 'team', 'woke', 'token-expiring')),
      add constraint notifications_of_tickets_or_tokens
        check ((kind = 'token-expiring') = (ticket_id is null)
          and (ticket_id is null) = (token_id is not null));
    drop index outgoing_mails_by_address, outgoing_mails_by_message_id;
    drop table undeliverable_addresses`.execute(db);
}
