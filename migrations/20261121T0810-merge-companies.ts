import { type Kysely, sql } from "kysely";

/**
 * A company that became part of another stays as a mark: old links, queries and timelines that
 * name it lead to where it went. Its name is free again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table companies
      drop constraint companies_state_check,
      add constraint companies_state_check check (state in ('active', 'archived', 'merged')),
      add column merged_into_id uuid references companies,
      add column merging_into_id uuid references companies,
      add constraint merged_has_a_target check ((state = 'merged') = (merged_into_id is not null)),
      add constraint merging_is_archived check (merging_into_id is null or state = 'archived'),
      add constraint merged_is_no_target check (merged_into_id <> id and merging_into_id <> id)
  `.execute(db);
  await sql`drop index companies_name`.execute(db);
  await sql`
    create unique index companies_name on companies (lower(name)) where state <> 'merged'
  `.execute(db);
  await sql`
    create index companies_by_target on companies (merged_into_id)
    where merged_into_id is not null`.execute(db);
  await sql`
    create index companies_merging on companies (merging_into_id)
    where merging_into_id is not null`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`delete from companies where state = 'merged'`.execute(db);
  await sql`drop index companies_name`.execute(db);
  await sql`
    alter table companies
      drop constraint merged_has_a_target,
      drop constraint merging_is_archived,
      drop constraint merged_is_no_target,
      drop column merged_into_id,
      drop column merging_into_id,
      drop constraint companies_state_check,
      add constraint companies_state_check check (state in ('active', 'archived'))`.execute(db);
  await sql`create unique index companies_name on companies (lower(name))`.execute(db);
}
