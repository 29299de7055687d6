import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await createLanguage(db);

  // What of a ticket is searched: its head (subject, number, requester, company), what everybody
  // sees, and what staff see. Without positions: a phrase is looked for in the messages.
  await sql`
    create table ticket_search (
      ticket_id uuid primary key references tickets on delete cascade,
      head tsvector not null,
      public tsvector not null,
      staff tsvector not null
    ) with (toast_tuple_target = 8160)`.execute(db);
  for (const column of ["head", "public", "staff"]) {
    await sql
      .raw(`
        create index ticket_search_by_${column} on ticket_search using gin (${column})
        with (fastupdate = off)`)
      .execute(db);
    // So that the planner knows which words are common.
    await sql.raw(`alter table ticket_search alter ${column} set statistics 500`).execute(db);
  }

  // Which tickets are to be read anew; a row for each change, so that none is overlooked.
  await sql`
    create table ticket_search_queue (
      id bigint generated always as identity primary key,
      ticket_id uuid not null
    )`.execute(db);

  // Roughly how many tickets have each word. Nothing but its key is indexed and pages have room,
  // since the counts change all the time.
  await sql`
    create table search_words (
      lexeme text primary key,
      in_head integer not null,
      in_public integer not null,
      in_staff integer not null
    ) with (fillfactor = 50)`.execute(db);

  // One way to spell each word that people would type.
  await sql`
    create table search_spellings (
      lexeme text primary key,
      word text not null
    )`.execute(db);
  await sql`
    create index search_spellings_by_look on search_spellings using gin (word gin_trgm_ops)
  `.execute(db);
  await sql`
    create index search_spellings_by_beginning on search_spellings (word text_pattern_ops)
  `.execute(db);

  await createTriggers(db);
  // Newest last, since the newest entry is taken first.
  await sql`
    insert into ticket_search_queue (ticket_id) select id from tickets order by updated_at
  `.execute(db);

  await sql`
    create index tickets_of_spam on tickets (spam_at, id) where spam_at is not null`.execute(db);

  await sql`
    create table saved_views (
      id uuid primary key,
      owner_id uuid not null references users on delete cascade,
      name text not null check (char_length(name) between 1 and 60),
      query text not null check (char_length(query) <= 500),
      time_zone text check (char_length(time_zone) <= 64),
      sort text check (char_length(sort) <= 20),
      descending boolean,
      shared boolean not null default false,
      created_at timestamptz not null
    )`.execute(db);
  await sql`create index saved_views_by_owner on saved_views (owner_id, lower(name))`.execute(db);
  await sql`create index shared_views on saved_views (lower(name)) where shared`.execute(db);
}

/** Accents and endings do not matter. No word is left out: "not working" says something. */
async function createLanguage(db: Kysely<unknown>): Promise<void> {
  await sql`create extension if not exists unaccent`.execute(db);
  await sql`create extension if not exists pg_trgm`.execute(db);
  await sql`
    create text search dictionary desk_stemmer (template = snowball, language = english)
  `.execute(db);
  const kinds = `asciiword, word, numword, hword, hword_part, hword_asciipart, hword_numpart,
    asciihword, numhword`;
  await sql`create text search configuration desk_words (copy = simple)`.execute(db);
  await sql
    .raw(`alter text search configuration desk_words
      alter mapping for ${kinds} with unaccent, desk_stemmer`)
    .execute(db);
  await sql`create text search configuration desk_spelling (copy = simple)`.execute(db);
  await sql
    .raw(`alter text search configuration desk_spelling
      alter mapping for ${kinds} with unaccent, simple`)
    .execute(db);

  // Only words and blanks: else Postgres takes "2026-1107" for a negative number and "now.It"
  // for the name of a computer.
  await sql`
    create function plain_words(words text) returns text language sql immutable parallel safe
    return regexp_replace(
      case when octet_length(words) = char_length(words) then words
        else normalize(words, nfkc) end,
      ${sql.lit("[][!-/:-@\\\\^_`{-\u00bf×÷\u2010-\u206f\u2190-\u21ff€™]+")}, ' ', 'g')
  `.execute(db);
}

async function createTriggers(db: Kysely<unknown>): Promise<void> {
  const queue = "insert into ticket_search_queue (ticket_id)";
  const trigger = async (name: string, event: string, body: string) => {
    await sql
      .raw(`create function ${name}() returns trigger language plpgsql as $$
        begin ${body} return null; end $$`)
      .execute(db);
    await sql.raw(`create trigger ${name} ${event} execute function ${name}()`).execute(db);
  };
  const changed = (...columns: string[]) =>
    columns.map((column) => `old.${column} is distinct from new.${column}`).join(" or ");

  await trigger(
    "search_new_tickets",
    "after insert on tickets referencing new table as fresh for each statement",
    `${queue} select id from fresh;`,
  );
  await trigger(
    "search_changed_ticket",
    `after update on tickets for each row
      when (${changed("subject", "requester_id", "company_id")})`,
    `${queue} values (new.id);`,
  );
  await trigger(
    "search_new_messages",
    "after insert on messages referencing new table as fresh for each statement",
    `${queue} select distinct ticket_id from fresh;`,
  );
  await trigger(
    "search_changed_message",
    `after update on messages for each row
      when (${changed("ticket_id", "body", "kind", "released_at", "redacted_at")})`,
    `${queue} select distinct id from unnest(array[old.ticket_id, new.ticket_id]) as id;`,
  );
  await trigger(
    "search_deleted_messages",
    "after delete on messages referencing old table as gone for each statement",
    `${queue} select distinct ticket_id from gone;`,
  );
  await trigger(
    "search_tagged_tickets",
    "after insert on ticket_tags referencing new table as fresh for each statement",
    `${queue} select distinct ticket_id from fresh;`,
  );
  await trigger(
    "search_untagged_tickets",
    "after delete on ticket_tags referencing old table as gone for each statement",
    `${queue} select distinct ticket_id from gone;`,
  );
  await trigger(
    "search_renamed_tag",
    `after update on tags for each row when (${changed("name")})`,
    `${queue} select ticket_id from ticket_tags where tag_id = new.id;`,
  );
  await trigger(
    "search_renamed_user",
    `after update on users for each row when (${changed("first_name", "last_name")})`,
    `${queue} select id from tickets where requester_id = new.id;`,
  );
  await trigger(
    "search_renamed_company",
    `after update on companies for each row when (${changed("name")})`,
    `${queue} select id from tickets where company_id = new.id;`,
  );
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table saved_views`.execute(db);
  await sql`drop index tickets_of_spam`.execute(db);
  for (const [name, table] of [
    ["search_new_tickets", "tickets"],
    ["search_changed_ticket", "tickets"],
    ["search_new_messages", "messages"],
    ["search_changed_message", "messages"],
    ["search_deleted_messages", "messages"],
    ["search_tagged_tickets", "ticket_tags"],
    ["search_untagged_tickets", "ticket_tags"],
    ["search_renamed_tag", "tags"],
    ["search_renamed_user", "users"],
    ["search_renamed_company", "companies"],
  ]) {
    await sql.raw(`drop trigger ${name} on ${table}`).execute(db);
    await sql.raw(`drop function ${name}`).execute(db);
  }
  for (const table of [
    "search_spellings",
    "search_words",
    "ticket_search_queue",
    "ticket_search",
  ]) {
    await sql`drop table ${sql.table(table)}`.execute(db);
  }
  await sql`drop function plain_words`.execute(db);
  await sql`drop text search configuration desk_spelling`.execute(db);
  await sql`drop text search configuration desk_words`.execute(db);
  await sql`drop text search dictionary desk_stemmer`.execute(db);
  await sql`drop extension pg_trgm`.execute(db);
  await sql`drop extension unaccent`.execute(db);
}
