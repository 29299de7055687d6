import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  // What a merge needs to be taken back at any later time: how both stood before, and whom it
  // gave a part in the target.
  await sql`
    create table merges (
      id uuid primary key,
      source_id uuid not null references tickets on delete cascade,
      target_id uuid not null references tickets on delete cascade,
      act_id uuid not null,
      actor_id uuid not null references users,
      source_before jsonb not null,
      waiting_before jsonb not null,
      waiting_after jsonb not null,
      followers_added uuid[] not null,
      created_at timestamptz not null,
      undone_at timestamptz,
      check (source_id <> target_id)
    )`.execute(db);
  await sql`
    create unique index one_merge_at_a_time on merges (source_id) where undone_at is null
  `.execute(db);
  await sql`create index messages_by_home on messages (home_ticket_id) where home_ticket_id <> ticket_id`.execute(
    db,
  );
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index messages_by_home`.execute(db);
  await sql`drop table merges`.execute(db);
}
