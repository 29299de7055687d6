import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  // The same bytes lie in the store once. A content is named before its bytes are placed and
  // until they are removed, so that a server that dies in between leaves nothing nobody knows of.
  await sql`
    create table file_contents (
      id uuid primary key,
      sha256 bytea not null check (octet_length(sha256) = 32),
      size integer not null check (size between 1 and 26214400),
      created_at timestamptz not null,
      placed_at timestamptz,
      removed_at timestamptz
    )`.execute(db);
  await sql`
    create unique index one_content_a_hash on file_contents (sha256)
    where placed_at is not null and removed_at is null`.execute(db);
  await sql`
    create index contents_to_remove on file_contents (created_at)
    where placed_at is null or removed_at is not null`.execute(db);

  // Without a message: uploaded, and not sent yet. Of a redacted one only the row is left.
  await sql`
    create table files (
      id uuid primary key,
      message_id uuid references messages on delete set null,
      uploader_id uuid not null references users,
      content_id uuid references file_contents,
      name text not null check (char_length(name) between 1 and 200),
      type text not null check (char_length(type) between 1 and 100),
      size integer not null check (size between 1 and 26214400),
      width integer check (width > 0),
      height integer check (height > 0),
      position smallint not null default 0,
      created_at timestamptz not null,
      redacted_at timestamptz,
      constraint redacted_has_no_content check ((redacted_at is null) = (content_id is not null)),
      constraint both_sides_or_none check ((width is null) = (height is null))
    )`.execute(db);
  await sql`
    create index files_by_message on files (message_id, position)
    where message_id is not null`.execute(db);
  await sql`create index files_by_content on files (content_id)`.execute(db);
  await sql`
    create index unsent_files on files (uploader_id, created_at)
    where message_id is null`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table files`.execute(db);
  await sql`drop table file_contents`.execute(db);
}
