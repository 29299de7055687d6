import { type Kysely, sql } from "kysely";

/** Attempts whose outcome is not known yet, by the counters they may end in; lost in a crash, as they are. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create unlogged table attempts_under_way (
      id uuid primary key,
      keys text[] not null,
      lapses_at timestamptz not null
    )`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table attempts_under_way`.execute(db);
}
