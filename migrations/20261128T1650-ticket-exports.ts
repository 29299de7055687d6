import { type Kysely, sql } from "kysely";

/** Exports that programs start. The file is stored in parts, so that any server can go on with it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table ticket_exports (
      id uuid primary key,
      user_id uuid not null references users on delete cascade,
      -- Each part is written with its rights of that moment.
      token_id uuid not null references api_tokens on delete cascade,
      query text not null check (char_length(query) <= 500),
      time_zone text check (char_length(time_zone) <= 64),
      include text[] not null check (include <@ '{messages,notes,events}'),
      state text not null default 'running' check (state in ('running', 'done', 'failed')),
      error text check (char_length(error) <= 1000),
      -- Null until the first part is written.
      total integer,
      done integer not null default 0,
      size bigint not null default 0,
      -- For the end of the compressed file: checksum and length of what is in it.
      crc bigint not null default 0,
      length bigint not null default 0,
      -- The place in the list after the last part.
      cursor text check (char_length(cursor) <= 1000),
      attempts integer not null default 0,
      leased_until timestamptz,
      created_at timestamptz not null,
      ended_at timestamptz,
      constraint the_ended_have_a_time check ((state = 'running') = (ended_at is null))
    );
    create index ticket_exports_running on ticket_exports (created_at) where state = 'running';
    create index ticket_exports_of_user on ticket_exports (user_id);
    create index ticket_exports_of_token on ticket_exports (token_id);
    create index ticket_exports_by_age on ticket_exports (created_at);

    create table ticket_export_parts (
      export_id uuid not null references ticket_exports on delete cascade,
      position integer not null,
      -- Compressed: parts joined are one stream.
      bytes bytea not null,
      primary key (export_id, position)
    );
    alter table ticket_export_parts alter column bytes set storage external`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table ticket_export_parts, ticket_exports`.execute(db);
}
