import { type Kysely, sql } from "kysely";

/** A customer's reopening or bad rating, a ticket for a team, the end of a snooze. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table notifications drop constraint notifications_kind_check`.execute(db);
  await sql`
    alter table notifications add constraint notifications_kind_check
    check (kind in ('assigned', 'mentioned', 'customer-wrote', 'opened', 'followed', 'reopened',
      'rated', 'team', 'woke'))`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    delete from notifications where kind in ('reopened', 'rated', 'team', 'woke')`.execute(db);
  await sql`alter table notifications drop constraint notifications_kind_check`.execute(db);
  await sql`
    alter table notifications add constraint notifications_kind_check
    check (kind in ('assigned', 'mentioned', 'customer-wrote', 'opened', 'followed'))`.execute(db);
}
