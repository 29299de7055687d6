import { type Kysely, sql } from "kysely";

/** Sessions, links by mail, and what limits sign-in and writing. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- The id is the SHA-256 of the cookie's token: reading this table opens no session.
    create table sessions (
      id text primary key check (id ~ '^[0-9a-f]{64}$'),
      public_id uuid not null unique,
      user_id uuid not null references users on delete cascade,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      last_seen_at timestamptz not null,
      user_agent text not null check (char_length(user_agent) <= 400),
      network text
    );
    create index sessions_by_user on sessions (user_id);
    create index sessions_by_expiry on sessions (expires_at);

    create table links (
      id uuid primary key,
      kind text not null
        check (kind in ('reset', 'invitation', 'first-admin', 'address-new', 'address-old')),
      token_hash text not null unique check (token_hash ~ '^[0-9a-f]{64}$'),
      user_id uuid references users on delete cascade,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      used_at timestamptz,
      constraint links_of_a_user check ((kind = 'first-admin') = (user_id is null))
    );
    create index links_by_user on links (user_id, created_at);

    -- A change of address that both addresses confirm.
    create table address_changes (
      user_id uuid primary key references users on delete cascade,
      email text not null check (char_length(email) <= 254),
      asked_by uuid not null,
      created_at timestamptz not null,
      new_confirmed_at timestamptz,
      old_confirmed_at timestamptz
    );

    create table attempts (
      key text primary key,
      count integer not null,
      started_at timestamptz not null,
      last_at timestamptz not null,
      blocked_until timestamptz
    );
    create index attempts_by_age on attempts (last_at);

    -- Attempts without a result yet, with the counters they may add to. Lost in a crash, as the
    -- attempts themselves are.
    create unlogged table attempts_under_way (
      id uuid primary key,
      keys text[] not null,
      lapses_at timestamptz not null
    );

    -- How much a user wrote in this hour. Lost in a crash: no one waits longer because of it.
    create unlogged table hourly_use (
      user_id uuid not null references users on delete cascade,
      kind text not null,
      since timestamptz not null,
      amount bigint not null,
      primary key (user_id, kind)
    )`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop table hourly_use, attempts_under_way, attempts, address_changes, links, sessions
  `.execute(db);
}
