import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  // Beside the user stand the names of their companies, and in one column all that they are found
  // by: so one index serves whatever is typed, and each order of the list has its own.
  await sql`alter table users add column company_names text not null default ''`.execute(db);
  await keepCompanyNames(db);
  await sql`
    alter table users add column searched text not null generated always as (
      folded(first_name || ' ' || last_name) || ' ' || folded(coalesce(email, ''))
        || ' ' || company_names) stored`.execute(db);
  await sql`
    create index users_searched on users using gin (searched gin_trgm_ops)
    where deleted_at is null`.execute(db);
  await sql`
    create index users_by_company on users
      (left(company_names, 100), lower(first_name), lower(last_name), id)
    where deleted_at is null`.execute(db);
}

/** Whoever joins or leaves a company, and whatever a company is called from now on. */
async function keepCompanyNames(db: Kysely<unknown>): Promise<void> {
  // In the order of their ids, as by everybody who locks several users.
  await sql`
    create function name_companies_of(concerned uuid[]) returns void language plpgsql as $$
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
  const trigger = async (name: string, event: string, concerned: string) => {
    await sql
      .raw(`create function ${name}() returns trigger language plpgsql as $$
        begin
          perform name_companies_of(array(${concerned}));
          return null;
        end $$`)
      .execute(db);
    await sql.raw(`create trigger ${name} ${event} execute function ${name}()`).execute(db);
  };
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
  await sql`select name_companies_of(array(select user_id from user_companies))`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const [trigger, table] of [
    ["users_join_companies", "user_companies"],
    ["users_change_companies", "user_companies"],
    ["users_leave_companies", "user_companies"],
    ["companies_are_renamed", "companies"],
  ] as const) {
    await sql`drop trigger ${sql.raw(trigger)} on ${sql.table(table)}`.execute(db);
    await sql`drop function ${sql.raw(trigger)}`.execute(db);
  }
  await sql`drop function name_companies_of`.execute(db);
  await sql`alter table users drop column searched, drop column company_names`.execute(db);
}
