import { type Kysely, sql } from "kysely";

/** How much a person can write in an hour, and what they have used of it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table desk
      add column messages_per_hour integer not null default 60
        check (messages_per_hour between 1 and 100000),
      add column tickets_per_hour integer not null default 20
        check (tickets_per_hour between 1 and 100000),
      add column upload_mb_per_hour integer not null default 300
        check (upload_mb_per_hour between 25 and 100000),
      add column invitations_per_hour integer not null default 100
        check (invitations_per_hour between 1 and 100000)`.execute(db);
  // Lost in a crash of the database, as the counts of sign-in attempts are: no one waits longer by it.
  await sql`
    create unlogged table hourly_use (
      user_id uuid not null references users on delete cascade,
      kind text not null,
      since timestamptz not null,
      amount bigint not null,
      primary key (user_id, kind)
    )`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table hourly_use`.execute(db);
  await sql`
    alter table desk
      drop column messages_per_hour, drop column tickets_per_hour,
      drop column upload_mb_per_hour, drop column invitations_per_hour`.execute(db);
}
