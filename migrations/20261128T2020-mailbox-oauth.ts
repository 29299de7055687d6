import { type Kysely, sql } from "kysely";

/** How mailboxes sign in with OAuth2, for reading and sending. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table mailbox_oauth (
      id uuid primary key,
      mailbox_id uuid not null unique references mailboxes on delete cascade,
      provider text not null check (provider in ('google', 'microsoft', 'other')),
      -- Whether a person signs in, or the application itself.
      grant_type text not null check (grant_type in ('code', 'client')),
      auth_url text not null check (char_length(auth_url) <= 1000),
      token_url text not null check (char_length(token_url) between 1 and 1000),
      scopes text not null check (char_length(scopes) <= 1000),
      client_id text not null check (char_length(client_id) between 1 and 500),
      -- Encrypted, like the other tokens. Providers name no limit for their length.
      client_secret text,
      secret_expires_on date,
      refresh_token text,
      access_token text,
      obtained_at timestamptz,
      expires_at timestamptz,
      -- One server at a time asks for a token: a rotated refresh token that is used twice is lost.
      refreshing_until timestamptz,
      -- Why the provider gives no more tokens, until someone signs in again.
      refusal text check (char_length(refusal) <= 1000),
      -- A sign-in that was begun: the hash of its state, and the session it belongs to.
      state_hash text,
      state_session text,
      state_until timestamptz,
      state_redirect text check (char_length(state_redirect) <= 1000),
      verifier text,
      constraint a_token_has_its_times
        check (num_nonnulls(access_token, obtained_at, expires_at) in (0, 3)),
      constraint a_sign_in_is_whole check (
        num_nonnulls(state_hash, state_session, state_until, state_redirect, verifier) in (0, 5))
    );
    create unique index mailbox_oauth_by_state on mailbox_oauth (state_hash)
      where state_hash is not null`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table mailbox_oauth`.execute(db);
}
