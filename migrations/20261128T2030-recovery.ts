import { type Kysely, sql } from "kysely";

/**
 * Which database this is and when it was last in use, to notice that it was restored; and the pause that
 * follows. Apart from the settings, since it is written twice a minute.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table recovery_state (
      only_one boolean primary key default true check (only_one),
      -- Null until a server has started.
      database_id text,
      last_seen timestamptz,
      paused_at timestamptz,
      paused_why text check (paused_why in ('restored', 'rewound', 'command')),
      check ((paused_at is null) = (paused_why is null))
    );
    insert into recovery_state default values`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table recovery_state`.execute(db);
}
