import { type Kysely, sql } from "kysely";

export const locks = ["users", "companies", "user_companies", "company_domains"];

/** When a person or company was last changed, for programs that poll. Being seen is no change. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table users add column updated_at timestamptz not null default now();
    create index users_by_updated on users (updated_at) where deleted_at is null;
    alter table companies add column updated_at timestamptz not null default now();
    create index companies_by_updated on companies (updated_at);

    create function set_updated_at() returns trigger language plpgsql as $$
      begin
        new.updated_at := clock_timestamp();
        return new;
      end
    $$;
    create trigger users_updated_at before update of first_name, last_name, email, role, state,
      company_scope, phone, time_zone, company_names on users
      for each row when (
        (old.first_name, old.last_name, old.email, old.role, old.state, old.company_scope,
          old.phone, old.time_zone, old.company_names)
        is distinct from
        (new.first_name, new.last_name, new.email, new.role, new.state, new.company_scope,
          new.phone, new.time_zone, new.company_names)
      ) execute function set_updated_at();
    create trigger companies_updated_at before update of name, state, notes on companies
      for each row when (
        (old.name, old.state, old.notes) is distinct from (new.name, new.state, new.notes)
      ) execute function set_updated_at();

    -- Named to run after users_change_companies, which has locked the users in order.
    create function users_see_more_or_less() returns trigger language plpgsql as $$
      begin
        update users set updated_at = clock_timestamp() where id in (
          select come.user_id from come join gone using (user_id, company_id)
          where come.sees_all_tickets <> gone.sees_all_tickets);
        return null;
      end
    $$;
    create trigger users_see_more_or_less after update on user_companies
      referencing old table as gone new table as come
      for each statement execute function users_see_more_or_less();

    create function companies_change_domains() returns trigger language plpgsql as $$
      begin
        update companies set updated_at = clock_timestamp() where id in (
          select company_id from changed);
        return null;
      end
    $$;
    create trigger companies_gain_domains after insert on company_domains
      referencing new table as changed
      for each statement execute function companies_change_domains();
    create trigger companies_take_domains after update on company_domains
      referencing new table as changed
      for each statement execute function companies_change_domains();
    create trigger companies_lose_domains after delete on company_domains
      referencing old table as changed
      for each statement execute function companies_change_domains()`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop trigger companies_lose_domains on company_domains;
    drop trigger companies_take_domains on company_domains;
    drop trigger companies_gain_domains on company_domains;
    drop trigger users_see_more_or_less on user_companies;
    drop trigger companies_updated_at on companies;
    drop trigger users_updated_at on users;
    drop function companies_change_domains, users_see_more_or_less, set_updated_at;
    alter table companies drop column updated_at;
    alter table users drop column updated_at`.execute(db);
}
