import { type Kysely, sql } from "kysely";

export const locks = ["desk", "tickets"];

/** What happens to tickets that were closed long ago, and the run that does it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table desk
      -- Null: nothing.
      add column old_tickets text check (old_tickets in ('anonymise', 'delete')),
      add column old_ticket_months integer not null default 24
        check (old_ticket_months between 6 and 120);
    alter table tickets add column anonymised_at timestamptz;

    -- The run in progress, or the last one. Servers lock the row, so that one of them works at a time.
    create table ticket_retention (
      only_one boolean primary key default true check (only_one),
      action text check (action in ('anonymise', 'delete')),
      months integer,
      tickets integer not null default 0,
      messages integer not null default 0,
      files integer not null default 0,
      started_at timestamptz,
      ended_at timestamptz,
      -- The same rule does not run again before.
      next_at timestamptz,
      constraint a_run_is_whole check (num_nonnulls(action, months, started_at) in (0, 3)),
      constraint an_ended_run_began check (ended_at is null or started_at is not null)
    );
    insert into ticket_retention default values`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop table ticket_retention;
    alter table tickets drop column anonymised_at;
    alter table desk drop column old_ticket_months, drop column old_tickets`.execute(db);
}
