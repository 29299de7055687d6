import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  // What was done by whom under which key: the same act sent twice is done once.
  await sql`
    create table acts (
      id uuid primary key,
      actor_id uuid not null references users,
      request_id uuid not null,
      kind text not null,
      input_hash bytea not null check (octet_length(input_hash) = 32),
      made jsonb not null,
      undone_at timestamptz,
      created_at timestamptz not null,
      unique (actor_id, request_id)
    )`.execute(db);
  await sql`create index acts_by_age on acts (created_at)`.execute(db);

  // The act that wrote a message, and the version that an act brought a ticket to.
  await sql`alter table messages add column act_id uuid`.execute(db);
  await sql`alter table ticket_events add column version integer`.execute(db);

  await sql`
    create table message_mentions (
      message_id uuid not null references messages on delete cascade,
      user_id uuid not null references users,
      primary key (message_id, user_id)
    )`.execute(db);
  await sql`create index message_mentions_by_user on message_mentions (user_id, message_id)`.execute(
    db,
  );

  await sql`
    create table drafts (
      user_id uuid not null references users on delete cascade,
      ticket_id uuid references tickets on delete cascade,
      kind text not null check (kind in ('reply', 'note', 'new')),
      body text not null check (char_length(body) <= 100000),
      form jsonb,
      revision integer not null check (revision > 0),
      updated_at timestamptz not null,
      unique nulls not distinct (user_id, ticket_id, kind),
      constraint new_ones_have_no_ticket check ((kind = 'new') = (ticket_id is null))
    )`.execute(db);
  await sql`create index drafts_by_age on drafts (updated_at)`.execute(db);

  // What moved, for whom it may matter: read by every server after each commit, never content.
  // A sequence would not come in the order of commits; the transaction's own number tells what
  // may still appear.
  await sql`
    create table live_events (
      id uuid primary key,
      tx xid8 not null default pg_current_xact_id(),
      at timestamptz not null default clock_timestamp(),
      topic text not null,
      subject_id uuid,
      number bigint,
      version integer,
      audience text not null check (audience in ('staff', 'everyone', 'person')),
      company_ids uuid[] not null default '{}',
      people_ids uuid[] not null default '{}'
    )`.execute(db);
  await sql`create index live_events_by_tx on live_events (tx)`.execute(db);
  await sql`create index live_events_by_age on live_events (at)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const table of ["live_events", "drafts", "message_mentions"]) {
    await sql`drop table ${sql.table(table)}`.execute(db);
  }
  await sql`alter table ticket_events drop column version`.execute(db);
  await sql`alter table messages drop column act_id`.execute(db);
  await sql`drop table acts`.execute(db);
}
