import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table notification_choices drop constraint notification_choices_kind_check`.execute(db);
  await sql`
    alter table notification_choices add constraint notification_choices_kind_check
    check (kind in ('assigned', 'mentioned', 'customer-wrote', 'unassigned', 'followed'))`.execute(
    db,
  );
  // Asked at each customer's message in a ticket that nobody has.
  await sql`
    create index notification_choices_unassigned on notification_choices (user_id)
    where kind = 'unassigned'`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index notification_choices_unassigned`.execute(db);
  await sql`delete from notification_choices where kind = 'unassigned'`.execute(db);
  await sql`
    alter table notification_choices drop constraint notification_choices_kind_check`.execute(db);
  await sql`
    alter table notification_choices add constraint notification_choices_kind_check
    check (kind in ('assigned', 'mentioned', 'customer-wrote', 'followed'))`.execute(db);
}
