import { type Kysely, sql } from "kysely";

/** Jobs and CSV imports. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Long work in slices: a slice's own transaction marks its items as done, so that a restart
    -- continues where the last slice ended and does nothing twice.
    create table jobs (
      id uuid primary key,
      kind text not null,
      owner_id uuid not null references users,
      request_id uuid not null,
      input jsonb not null,
      state text not null default 'queued'
        check (state in ('queued', 'running', 'done', 'cancelled', 'failed')),
      total integer not null check (total >= 0),
      done integer not null default 0 check (done >= 0),
      refused integer not null default 0 check (refused >= 0),
      failures integer not null default 0,
      created_at timestamptz not null,
      ended_at timestamptz,
      leased_until timestamptz,
      -- Where it was requested from, for the audit entries of its slices; null when it has ended.
      network text,
      unique (owner_id, request_id)
    );
    create index jobs_of_owner on jobs (owner_id, created_at desc);
    create index jobs_to_run on jobs (created_at, id) where state in ('queued', 'running');

    create table job_items (
      job_id uuid not null references jobs on delete cascade,
      position integer not null,
      subject_id uuid not null,
      state text not null default 'waiting' check (state in ('waiting', 'done', 'refused')),
      refusal jsonb,
      made_id uuid,
      -- What undoing a bulk change restores: statuses, roles and ids, never words.
      undo jsonb,
      primary key (job_id, position),
      unique (job_id, subject_id)
    );
    create index job_items_waiting on job_items (job_id, position) where state = 'waiting';

    -- A CSV file from its upload to the end of its job. Its rows are stored here and not on a
    -- disk, so that any server can show them and continue.
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
    );
    create index imports_unconfirmed on imports (owner_id, created_at) where job_id is null;
    create index imports_by_age on imports (created_at);

    create table import_rows (
      import_id uuid not null references imports on delete cascade,
      position integer not null,
      line integer not null,
      cells jsonb not null,
      -- The line of an earlier row with the same key.
      same_as integer,
      primary key (import_id, position)
    )`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table import_rows, imports, job_items, jobs`.execute(db);
}
