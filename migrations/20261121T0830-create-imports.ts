import { type Kysely, sql } from "kysely";

/**
 * A CSV file between its arrival and the end of the job that brings it in. Its rows lie here, not
 * on a disk, so that any server may show them and go on with them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table imports (
      id uuid primary key,
      kind text not null check (kind in ('users', 'companies')),
      owner_id uuid not null references users on delete cascade,
      name text not null check (char_length(name) between 1 and 200),
      encoding text not null,
      headers jsonb not null,
      row_count integer not null check (row_count between 1 and 50000),
      mapping jsonb,
      choices jsonb,
      job_id uuid unique references jobs on delete cascade,
      created integer not null default 0,
      updated integer not null default 0,
      skipped integer not null default 0,
      refused integer not null default 0,
      created_at timestamptz not null,
      constraint confirmed_is_mapped check ((job_id is null) = (mapping is null))
    )`.execute(db);
  await sql`
    create index imports_unconfirmed on imports (owner_id, created_at) where job_id is null
  `.execute(db);
  await sql`create index imports_by_age on imports (created_at)`.execute(db);

  // `same_as` is the line of an earlier row with the same key.
  await sql`
    create table import_rows (
      import_id uuid not null references imports on delete cascade,
      position integer not null,
      line integer not null,
      cells jsonb not null,
      same_as integer,
      primary key (import_id, position)
    )`.execute(db);

  // A plan that a connection kept from when there were few users would read through all of them.
  await sql`
    alter function name_companies_of(uuid[]) set plan_cache_mode = 'force_custom_plan'
  `.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter function name_companies_of(uuid[]) reset plan_cache_mode`.execute(db);
  await sql`drop table import_rows`.execute(db);
  await sql`drop table imports`.execute(db);
}
