import { type Kysely, sql } from "kysely";

/** Messages with their files, and drafts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- ticket_id is where a message shows, home_ticket_id where it was written. Public means
    -- released: a reply that can still be undone has no released_at.
    create table messages (
      id uuid primary key,
      ticket_id uuid not null references tickets on delete cascade,
      home_ticket_id uuid not null references tickets on delete cascade,
      author_id uuid not null references users,
      kind text not null check (kind in ('public', 'note')),
      body text not null check (char_length(body) <= 100000),
      created_at timestamptz not null,
      release_at timestamptz,
      released_at timestamptz,
      redacted_at timestamptz,
      act_id uuid,
      redacted_by uuid references users,
      -- The key it was sent with: sent again, even days later, it is stored once.
      request_id uuid,
      constraint notes_are_never_released check (kind = 'public' or released_at is null)
    );
    create index messages_by_ticket on messages (ticket_id, created_at, id);
    create index public_messages_by_ticket on messages (ticket_id, released_at, id)
      where released_at is not null;
    create index messages_to_release on messages (release_at)
      where kind = 'public' and released_at is null and redacted_at is null;
    create index messages_by_home on messages (home_ticket_id) where home_ticket_id <> ticket_id;
    create unique index messages_by_key on messages (request_id, author_id)
      where request_id is not null;

    create table message_mentions (
      message_id uuid not null references messages on delete cascade,
      user_id uuid not null references users,
      primary key (message_id, user_id)
    );
    create index message_mentions_by_user on message_mentions (user_id, message_id);

    -- The HTML of a message, with a hash of its text and of the renderer.
    create table message_html (
      message_id uuid primary key references messages on delete cascade,
      source bigint not null,
      html text not null
    );

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
    );
    create index drafts_by_age on drafts (updated_at)`.execute(db);
  await createFiles(db);
  await storeLatestMessages(db);
}

async function createFiles(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- The same bytes are stored once. The row exists before its bytes are placed and until they
    -- are removed, so that a server that dies in between leaves no unknown file.
    create table file_contents (
      id uuid primary key,
      sha256 bytea not null check (octet_length(sha256) = 32),
      size integer not null check (size between 1 and 26214400),
      created_at timestamptz not null,
      placed_at timestamptz,
      removed_at timestamptz
    );
    create unique index one_content_a_hash on file_contents (sha256)
      where placed_at is not null and removed_at is null;
    create index contents_to_remove on file_contents (created_at)
      where placed_at is null or removed_at is not null;

    -- Without a message: uploaded and not sent yet. Of a redacted file only the row is left.
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
    );
    create index files_by_message on files (message_id, position) where message_id is not null;
    create index files_by_content on files (content_id);
    create index unsent_files on files (uploader_id, created_at) where message_id is null
  `.execute(db);
}

/**
 * What a list shows of a ticket's latest message is stored in the ticket. latest_… is the message
 * that was released last; staff_latest_… is only set where staff see another one last, a note or a
 * reply that is still being sent. A query for a Customer reads no column that can hold a note.
 */
async function storeLatestMessages(db: Kysely<unknown>): Promise<void> {
  // The ticket is locked first: then messages that others write are visible.
  await sql`
    create function latest_of(ticket uuid) returns table (
      author_id uuid, text text, staff_kind text, staff_author_id uuid, staff_text text
    ) language sql stable as $$
      select everybodys.author_id, left(everybodys.body, 240),
        staffs.kind, staffs.author_id, left(staffs.body, 240)
      from (select) one
      left join lateral (
        select id, author_id, body from messages
        where ticket_id = ticket and released_at is not null and redacted_at is null
        order by released_at desc, id desc limit 1
      ) everybodys on true
      left join lateral (
        select newest.* from (
          select id, kind, author_id, body from messages
          where ticket_id = ticket and redacted_at is null
          order by created_at desc, id desc limit 1
        ) newest
        where newest.id is distinct from everybodys.id
      ) staffs on true
    $$;
    create function keep_latest(concerned uuid[]) returns void language plpgsql as $$
    begin
      perform from tickets where id = any(concerned) order by id for no key update;
      update tickets t set latest_author_id = l.author_id, latest_text = l.text,
        staff_latest_kind = l.staff_kind, staff_latest_author_id = l.staff_author_id,
        staff_latest_text = l.staff_text
      from unnest(concerned) as ticket (id), latest_of(ticket.id) l
      where t.id = ticket.id and (
          t.latest_author_id, t.latest_text,
          t.staff_latest_kind, t.staff_latest_author_id, t.staff_latest_text
        ) is distinct from (l.author_id, l.text, l.staff_kind, l.staff_author_id, l.staff_text);
    end $$`.execute(db);
  const trigger = (name: string, event: string, tables: string, concerned: string) =>
    sql
      .raw(`
        create function ${name}() returns trigger language plpgsql as $$
        begin
          perform keep_latest(array(${concerned}));
          return null;
        end $$;
        create trigger ${name} after ${event} on messages
        referencing ${tables} for each statement execute function ${name}()`)
      .execute(db);
  await trigger(
    "latest_written",
    "insert",
    "new table as fresh",
    "select ticket_id from fresh group by 1",
  );
  await trigger(
    "latest_gone",
    "delete",
    "old table as gone",
    "select ticket_id from gone group by 1",
  );
  await trigger(
    "latest_changed",
    "update",
    "old table as gone new table as fresh",
    "select ticket_id from gone union select ticket_id from fresh",
  );
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop table files, file_contents, drafts, message_html, message_mentions, messages
  `.execute(db);
  await sql`
    drop function latest_written, latest_gone, latest_changed, keep_latest, latest_of
  `.execute(db);
}
