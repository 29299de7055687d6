import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table macros (
      id uuid primary key,
      owner_id uuid not null references users,
      name text not null check (char_length(name) between 1 and 80),
      body text not null check (char_length(body) <= 10000),
      shared boolean not null,
      status ticket_status check (status <> 'new'),
      priority ticket_priority,
      assign_to_me boolean not null default false,
      assignee_id uuid references users,
      team_id uuid references teams on delete set null,
      add_tags text[] not null default '{}',
      remove_tags text[] not null default '{}',
      created_at timestamptz not null,
      updated_at timestamptz not null,
      constraint one_assignee check (not assign_to_me or assignee_id is null)
    )`.execute(db);
  await sql`
    create unique index shared_macros_name on macros (lower(name)) where shared`.execute(db);
  await sql`
    create unique index own_macros_name on macros (owner_id, lower(name)) where not shared
  `.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table macros`.execute(db);
}
