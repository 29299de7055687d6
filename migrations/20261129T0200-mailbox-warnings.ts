import { type Kysely, sql } from "kysely";

/** Since when a mailbox's own server takes no mail, and notices about that and about a client secret that ends. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table mailboxes
      add column send_failing_since timestamptz,
      add column send_failed_at timestamptz,
      add column send_error text,
      -- When Super Admins were notified of it.
      add column send_failure_notified_at timestamptz`.execute(db);
  await sql`
    alter table mailbox_oauth
      -- The day of which Super Admins were notified.
      add column end_notified_for date`.execute(db);
  await setKinds(
    db,
    sql`'mail-flood', 'mailbox-failing', 'mail-held', 'mailbox-not-sending', 'secret-ending'`,
  );
}

async function setKinds(db: Kysely<unknown>, ofMailboxes: ReturnType<typeof sql>): Promise<void> {
  await sql`
    alter table notifications
      drop constraint notifications_kind_check,
      add constraint notifications_kind_check
        check (kind in ('assigned', 'mentioned', 'customer-wrote', 'opened', 'followed', 'reopened',
          'rated', 'team', 'woke', 'token-expiring', 'undelivered', ${ofMailboxes})),
      drop constraint notifications_of_one_thing,
      add constraint notifications_of_one_thing check (num_nonnulls(ticket_id, token_id, mailbox_id) = 1
        and (token_id is not null) = (kind = 'token-expiring')
        and (mailbox_id is not null) = (kind in (${ofMailboxes})))`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    delete from notifications where kind in ('mailbox-not-sending', 'secret-ending')`.execute(db);
  await setKinds(db, sql`'mail-flood', 'mailbox-failing', 'mail-held'`);
  await sql`alter table mailbox_oauth drop column end_notified_for`.execute(db);
  await sql`
    alter table mailboxes drop column send_failing_since, drop column send_failed_at,
      drop column send_error, drop column send_failure_notified_at`.execute(db);
}
