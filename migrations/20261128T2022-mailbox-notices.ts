import { type Kysely, sql } from "kysely";

/** Since when a mailbox cannot be read, and notices to Super Admins about that and about held mail. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table mailboxes
      add column failing_since timestamptz,
      -- When Super Admins were notified of it.
      add column failure_notified_at timestamptz`.execute(db);
  await setKinds(db, sql`'mail-flood', 'mailbox-failing', 'mail-held'`);
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
  await sql`delete from notifications where kind in ('mailbox-failing', 'mail-held')`.execute(db);
  await setKinds(db, sql`'mail-flood'`);
  await sql`
    alter table mailboxes drop column failing_since, drop column failure_notified_at`.execute(db);
}
