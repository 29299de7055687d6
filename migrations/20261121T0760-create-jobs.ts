import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  // Long work in slices: what is done of it is marked in the slice's own transaction, so that a
  // restart goes on where the last one ended and does nothing twice.
  await sql`
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
      unique (owner_id, request_id)
    )`.execute(db);
  await sql`create index jobs_of_owner on jobs (owner_id, created_at desc)`.execute(db);
  await sql`
    create index jobs_to_run on jobs (created_at, id) where state in ('queued', 'running')
  `.execute(db);

  await sql`
    create table job_items (
      job_id uuid not null references jobs on delete cascade,
      position integer not null,
      subject_id uuid not null,
      state text not null default 'waiting' check (state in ('waiting', 'done', 'refused')),
      refusal jsonb,
      made_id uuid,
      primary key (job_id, position),
      unique (job_id, subject_id)
    )`.execute(db);
  await sql`
    create index job_items_waiting on job_items (job_id, position) where state = 'waiting'
  `.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table job_items`.execute(db);
  await sql`drop table jobs`.execute(db);
}
