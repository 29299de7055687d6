import { type Kysely, sql } from "kysely";

/** What a person sees next after working on a ticket, and how their ticket list looks. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table users
      add column after_leaving text not null default 'stay'
        check (after_leaving in ('stay', 'next', 'list')),
      add column list_hidden text[] not null default '{}' check (cardinality(list_hidden) <= 20),
      add column list_density text not null default 'comfortable'
        check (list_density in ('comfortable', 'compact')),
      add column list_group text check (list_group in ('status', 'assignee', 'company'));
    create index tickets_by_status on tickets (status, id)
      where spam_at is null and merged_into_id is null`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop index tickets_by_status;
    alter table users drop column after_leaving, drop column list_hidden,
      drop column list_density, drop column list_group`.execute(db);
}
