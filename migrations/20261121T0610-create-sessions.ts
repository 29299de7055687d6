import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  // The id is the SHA-256 of the cookie's token: who reads this table can open no session.
  await sql`
    create table sessions (
      id text primary key check (id ~ '^[0-9a-f]{64}$'),
      public_id uuid not null unique,
      user_id uuid not null references users on delete cascade,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      last_seen_at timestamptz not null,
      user_agent text not null check (char_length(user_agent) <= 400)
    )`.execute(db);
  await sql`create index sessions_by_user on sessions (user_id)`.execute(db);
  await sql`create index sessions_by_expiry on sessions (expires_at)`.execute(db);

  await sql`
    create table links (
      id uuid primary key,
      kind text not null check (kind in ('reset', 'invitation', 'first-admin')),
      token_hash text not null unique check (token_hash ~ '^[0-9a-f]{64}$'),
      user_id uuid references users on delete cascade,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      used_at timestamptz,
      constraint links_of_a_user check ((kind = 'first-admin') = (user_id is null))
    )`.execute(db);
  await sql`create index links_by_user on links (user_id, created_at)`.execute(db);

  await sql`
    create table attempts (
      key text primary key,
      count integer not null,
      started_at timestamptz not null,
      last_at timestamptz not null,
      blocked_until timestamptz
    )`.execute(db);
  await sql`create index attempts_by_age on attempts (last_at)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const table of ["attempts", "links", "sessions"]) {
    await sql`drop table ${sql.table(table)}`.execute(db);
  }
}
