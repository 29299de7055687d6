import { type Kysely, sql } from "kysely";

/**
 * Companies. One that was merged into another stays as a row, so that old links, queries and
 * timelines lead to the other company; its name is free again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table companies (
      id uuid primary key,
      name text not null check (char_length(name) between 1 and 120),
      folded_name text not null generated always as (folded(name)) stored,
      notes text not null default '' check (char_length(notes) <= 10000),
      state text not null default 'active' check (state in ('active', 'archived', 'merged')),
      created_at timestamptz not null default now(),
      merged_into_id uuid references companies,
      merging_into_id uuid references companies,
      constraint merged_has_a_target check ((state = 'merged') = (merged_into_id is not null)),
      constraint merging_is_archived check (merging_into_id is null or state = 'archived'),
      constraint merged_is_no_target check (merged_into_id <> id and merging_into_id <> id)
    );
    create unique index companies_name on companies (lower(name)) where state <> 'merged';
    create index companies_by_name on companies (in_order(name), id);
    create index companies_by_created on companies (created_at, id);
    create index companies_by_target on companies (merged_into_id)
      where merged_into_id is not null;
    create index companies_merging on companies (merging_into_id)
      where merging_into_id is not null;

    create table company_domains (
      domain text primary key check (domain = lower(domain) and char_length(domain) <= 253),
      company_id uuid not null references companies on delete cascade
    );
    create index company_domains_by_company on company_domains (company_id)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table company_domains, companies`.execute(db);
}
