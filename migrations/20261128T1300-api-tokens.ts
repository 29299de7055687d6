import { type Kysely, sql } from "kysely";

/** API tokens of people and apps. Authors are users, so an app is a user without an address. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table users add column is_app boolean not null default false;
    alter table users drop constraint the_deleted_have_no_address;
    alter table users add constraint the_deleted_have_no_address
      check ((deleted_at is null and not is_app) = (email is not null));
    alter table users add constraint apps_are_staff_without_password
      check (not is_app or (role <> 'Customer' and password_hash is null));

    -- How long tokens can be valid, and whether customers can have any.
    alter table desk add column token_days integer check (token_days in (30, 90, 365));
    alter table desk add column customer_tokens boolean not null default false;

    -- Only the SHA-256 of a token is stored: reading this table opens nothing.
    create table api_tokens (
      id uuid primary key,
      kind text not null check (kind in ('personal', 'app')),
      user_id uuid not null references users on delete cascade,
      name text not null check (char_length(name) between 1 and 80),
      token_hash text not null unique check (token_hash ~ '^[0-9a-f]{64}$'),
      last_four text not null check (char_length(last_four) = 4),
      scopes text[] not null check (cardinality(scopes) > 0),
      ip_ranges text[] not null default '{}',
      created_by uuid not null references users,
      created_at timestamptz not null,
      expires_at timestamptz,
      last_used_at timestamptz,
      last_used_network text,
      revoked_at timestamptz
    );
    create index api_tokens_by_user on api_tokens (user_id, id);

    -- However a user's rights end, their tokens end with them. A change of password ends none.
    create function revoke_tokens() returns trigger language plpgsql as $$
    begin
      update api_tokens set revoked_at = clock_timestamp()
      where user_id = new.id and revoked_at is null;
      return null;
    end $$;
    create trigger users_lose_tokens after update on users
      for each row when (old.role <> new.role or (old.state = 'active' and new.state <> 'active'))
      execute function revoke_tokens()`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop trigger users_lose_tokens on users;
    drop function revoke_tokens;
    drop table api_tokens;
    alter table desk drop column token_days, drop column customer_tokens;
    alter table users drop constraint apps_are_staff_without_password;
    alter table users drop constraint the_deleted_have_no_address;
    alter table users drop column is_app;
    alter table users add constraint the_deleted_have_no_address
      check ((deleted_at is null) = (email is not null)) not valid`.execute(db);
}
