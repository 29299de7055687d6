import { type Kysely, sql } from "kysely";

export const locks = ["notifications", "api_tokens"];

/** The bell also says that an API token expires soon, which is about no ticket. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table notifications
      alter column ticket_id drop not null,
      add column token_id uuid references api_tokens on delete cascade,
      drop constraint notifications_kind_check,
      add constraint notifications_kind_check
        check (kind in ('assigned', 'mentioned', 'customer-wrote', 'opened', 'followed', 'reopened',
          'rated', 'team', 'woke', 'token-expiring')),
      add constraint notifications_of_tickets_or_tokens
        check ((kind = 'token-expiring') = (ticket_id is null)
          and (ticket_id is null) = (token_id is not null));
    create index notifications_by_token on notifications (token_id)
      where token_id is not null`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    delete from notifications where token_id is not null;
    alter table notifications
      drop column token_id,
      alter column ticket_id set not null,
      drop constraint notifications_kind_check,
      add constraint notifications_kind_check
        check (kind in ('assigned', 'mentioned', 'customer-wrote', 'opened', 'followed', 'reopened',
          'rated', 'team', 'woke'))`.execute(db);
}
