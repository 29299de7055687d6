import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  // What names are searched by: neither case nor accents matter.
  await sql`
    create function folded(words text) returns text language sql immutable parallel safe
    return case when octet_length(words) = char_length(words) then lower(words)
      else lower(regexp_replace(normalize(words, nfkd), '[\\u0300-\\u036f]', '', 'g')) end
  `.execute(db);

  await sql`
    create table desk (
      only_one boolean primary key default true check (only_one),
      name text not null default 'Frontdesk' check (char_length(name) between 1 and 80),
      is_demo boolean not null default false,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`insert into desk default values`.execute(db);

  // Made here, so that every server over this database signs and checks with the same keys.
  await sql`
    create table secrets (
      name text primary key,
      value bytea not null check (octet_length(value) = 32)
    )`.execute(db);
  for (const name of ["anti-forgery", "known-browser"]) {
    await sql`
      insert into secrets (name, value) values (${name}, sha256(convert_to(
        gen_random_uuid()::text || gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')))
    `.execute(db);
  }

  await sql`
    create table companies (
      id uuid primary key,
      name text not null check (char_length(name) between 1 and 120),
      folded_name text not null generated always as (folded(name)) stored,
      notes text not null default '' check (char_length(notes) <= 10000),
      state text not null default 'active' check (state in ('active', 'archived')),
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create unique index companies_name on companies (lower(name))`.execute(db);
  await sql`create index companies_by_name on companies (lower(name), id)`.execute(db);
  await sql`create index companies_by_created on companies (created_at, id)`.execute(db);

  await sql`
    create table company_domains (
      domain text primary key check (domain = lower(domain) and char_length(domain) <= 253),
      company_id uuid not null references companies on delete cascade
    )`.execute(db);
  await sql`create index company_domains_by_company on company_domains (company_id)`.execute(db);

  await sql`
    create table users (
      id uuid primary key,
      first_name text not null check (char_length(first_name) between 1 and 80),
      last_name text not null check (char_length(last_name) <= 80),
      folded_name text not null generated always as
        (folded(first_name || ' ' || last_name)) stored,
      email text check (char_length(email) between 3 and 254),
      role text not null check (role in ('Super Admin', 'Agent', 'Customer')),
      state text not null check (state in ('invited', 'active', 'disabled')),
      company_scope text check (company_scope in ('all', 'assigned')),
      password_hash text,
      password_set_at timestamptz,
      phone text check (char_length(phone) <= 40),
      time_zone text check (char_length(time_zone) <= 64),
      theme text not null default 'system' check (theme in ('system', 'light', 'dark')),
      nav_collapsed boolean not null default false,
      last_seen_at timestamptz,
      created_at timestamptz not null default now(),
      deleted_at timestamptz,
      constraint agents_have_a_scope check ((role = 'Agent') = (company_scope is not null)),
      constraint the_deleted_have_no_address check ((deleted_at is null) = (email is not null)),
      constraint the_deleted_are_disabled check (deleted_at is null or state = 'disabled')
    )`.execute(db);
  await sql`create unique index users_email on users (lower(email))`.execute(db);
  await sql`
    create index users_by_name on users (lower(first_name), lower(last_name), id)
    where deleted_at is null`.execute(db);
  await sql`
    create index users_by_last_seen on users (coalesce(last_seen_at, '-infinity'), id)
    where deleted_at is null`.execute(db);
  await sql`create index users_by_created on users (created_at, id) where deleted_at is null`.execute(
    db,
  );
  await sql`
    create index users_by_role on users (role, lower(first_name), lower(last_name), id)
    where deleted_at is null`.execute(db);

  // An Agent's assigned companies, or a Customer's memberships: which one, the role says.
  await sql`
    create table user_companies (
      user_id uuid not null references users on delete cascade,
      company_id uuid not null references companies on delete cascade,
      sees_all_tickets boolean not null default false,
      primary key (user_id, company_id)
    )`.execute(db);
  await sql`create index user_companies_by_company on user_companies (company_id, user_id)`.execute(
    db,
  );

  await sql`
    create table teams (
      id uuid primary key,
      name text not null check (char_length(name) between 1 and 80)
    )`.execute(db);
  await sql`create unique index teams_name on teams (lower(name))`.execute(db);
  await sql`
    create table team_members (
      team_id uuid not null references teams on delete cascade,
      user_id uuid not null references users on delete cascade,
      primary key (team_id, user_id)
    )`.execute(db);
  await sql`create index team_members_by_user on team_members (user_id)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const table of [
    "team_members",
    "teams",
    "user_companies",
    "users",
    "company_domains",
    "companies",
    "secrets",
    "desk",
  ]) {
    await sql`drop table ${sql.table(table)}`.execute(db);
  }
  await sql`drop function folded`.execute(db);
}
