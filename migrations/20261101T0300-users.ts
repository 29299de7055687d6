import { type Kysely, sql } from "kysely";

/** Users, their companies and their teams. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // For what people type without knowing where a word begins.
  await sql`create extension if not exists pg_trgm`.execute(db);

  // The names of a user's companies are stored in the row, and everything they are searched by in
  // one column: one index serves any search, and each order of the list has its own.
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
      -- Single-key shortcuts get in the way of speech input.
      single_keys boolean not null default true,
      company_names text not null default '',
      searched text not null generated always as (
        folded(first_name || ' ' || last_name) || ' ' || folded(coalesce(email, ''))
          || ' ' || company_names) stored,
      -- A caller is found by the number, however it was written down.
      phone_digits text generated always as (
        nullif(regexp_replace(replace(phone, '(0)', ''), '[^0-9]', '', 'g'), '')) stored,
      was_super_admin boolean not null default false,
      constraint agents_have_a_scope check ((role = 'Agent') = (company_scope is not null)),
      constraint the_deleted_have_no_address check ((deleted_at is null) = (email is not null)),
      constraint the_deleted_are_disabled check (deleted_at is null or state = 'disabled')
    );
    create unique index users_email on users (lower(email));
    create index users_by_name on users (in_order(first_name), in_order(last_name), id)
      where deleted_at is null;
    create index users_by_role on users (role, in_order(first_name), in_order(last_name), id)
      where deleted_at is null;
    create index users_by_company on users
      (left(company_names, 100), in_order(first_name), in_order(last_name), id)
      where deleted_at is null;
    create index users_by_last_seen on users (coalesce(last_seen_at, '-infinity'), id)
      where deleted_at is null;
    create index users_by_created on users (created_at, id) where deleted_at is null;
    create index users_searched on users using gin (searched gin_trgm_ops)
      where deleted_at is null;
    create index users_by_phone on users using gin (phone_digits gin_trgm_ops)
      where deleted_at is null and phone_digits is not null;

    -- An Agent's assigned companies, or a Customer's memberships, depending on the role.
    create table user_companies (
      user_id uuid not null references users on delete cascade,
      company_id uuid not null references companies on delete cascade,
      sees_all_tickets boolean not null default false,
      primary key (user_id, company_id)
    );
    create index user_companies_by_company on user_companies (company_id, user_id);

    create table teams (
      id uuid primary key,
      name text not null check (char_length(name) between 1 and 80)
    );
    create unique index teams_name on teams (lower(name));

    create table team_members (
      team_id uuid not null references teams on delete cascade,
      user_id uuid not null references users on delete cascade,
      primary key (team_id, user_id)
    );
    create index team_members_by_user on team_members (user_id)`.execute(db);

  await rememberSuperAdmins(db);
  await storeCompanyNames(db);
}

/** A trigger, so that no statement that sets a role can forget it. */
async function rememberSuperAdmins(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function remember_super_admin() returns trigger language plpgsql as $$
      begin
        new.was_super_admin := new.was_super_admin or new.role = 'Super Admin';
        return new;
      end
    $$;
    create trigger users_remember_super_admin before insert or update of role on users
      for each row execute function remember_super_admin()`.execute(db);
}

/** When a user joins or leaves a company, and when a company is renamed. */
async function storeCompanyNames(db: Kysely<unknown>): Promise<void> {
  // Locked by id, in the same order as everyone who locks several users. Planned each time: a plan
  // from when there were few users would read through all of them.
  await sql`
    create function name_companies_of(concerned uuid[]) returns void language plpgsql
    set plan_cache_mode = 'force_custom_plan' as $$
    begin
      perform from users where id = any(concerned) order by id for no key update;
      update users u set company_names = named.names
      from (
        select person.id, coalesce((
          select string_agg(c.folded_name, ', ' order by c.folded_name)
          from user_companies own join companies c on c.id = own.company_id
          where own.user_id = person.id), '') as names
        from unnest(concerned) as person (id)
      ) named
      where u.id = named.id and u.company_names <> named.names;
    end $$`.execute(db);
  const trigger = (name: string, event: string, concerned: string) =>
    sql
      .raw(`
        create function ${name}() returns trigger language plpgsql as $$
        begin
          perform name_companies_of(array(${concerned}));
          return null;
        end $$;
        create trigger ${name} ${event} execute function ${name}()`)
      .execute(db);
  await trigger(
    "users_join_companies",
    "after insert on user_companies referencing new table as come for each statement",
    "select distinct user_id from come",
  );
  await trigger(
    "users_change_companies",
    `after update on user_companies referencing old table as gone new table as come
      for each statement`,
    "select user_id from gone union select user_id from come",
  );
  await trigger(
    "users_leave_companies",
    "after delete on user_companies referencing old table as gone for each statement",
    "select distinct user_id from gone",
  );
  await trigger(
    "companies_are_renamed",
    "after update on companies for each row when (old.name is distinct from new.name)",
    "select user_id from user_companies where company_id = new.id",
  );
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop trigger companies_are_renamed on companies`.execute(db);
  await sql`drop table team_members, teams, user_companies, users`.execute(db);
  await sql`
    drop function companies_are_renamed, users_leave_companies, users_change_companies,
      users_join_companies, name_companies_of, remember_super_admin`.execute(db);
  await sql`drop extension pg_trgm`.execute(db);
}
