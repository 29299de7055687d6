import { type Kysely, sql } from "kysely";

/** Notifications, and who wants which. What a user can no longer see is left out when it is read. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table notifications (
      id uuid primary key,
      user_id uuid not null references users on delete cascade,
      kind text not null
        check (kind in ('assigned', 'mentioned', 'customer-wrote', 'opened', 'followed', 'reopened',
          'rated', 'team', 'woke')),
      ticket_id uuid not null references tickets on delete cascade,
      message_id uuid references messages on delete cascade,
      actor_id uuid references users,
      created_at timestamptz not null,
      read_at timestamptz
    );
    create index notifications_by_user on notifications (user_id, created_at, id);
    create index unread_notifications on notifications (user_id, ticket_id) where read_at is null;
    create index notifications_by_age on notifications (created_at);
    create index notifications_by_ticket on notifications (ticket_id);
    create index notifications_by_message on notifications (message_id);

    -- Only choices that differ from the default of the user's role.
    create table notification_choices (
      user_id uuid not null references users on delete cascade,
      kind text not null
        check (kind in ('assigned', 'mentioned', 'customer-wrote', 'unassigned', 'followed')),
      bell boolean not null,
      mail boolean not null,
      primary key (user_id, kind)
    );
    -- Read for each customer's message in an unassigned ticket.
    create index notification_choices_unassigned on notification_choices (user_id)
      where kind = 'unassigned'`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table notification_choices, notifications`.execute(db);
}
