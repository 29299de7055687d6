import { type Kysely, type RawBuilder, sql } from "kysely";

/** The word index of tickets, and how words are read. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createLanguage(db);
  await createPlainWords(db);
  await createSpeakInSearch(db);

  await sql`
    -- What is searched of a ticket: its head (subject, number, requester, company), what everyone
    -- sees, and what staff see. Without positions: a phrase is searched in the messages. The
    -- statistics tell the planner which words are common.
    create table ticket_search (
      ticket_id uuid primary key references tickets on delete cascade,
      head tsvector not null,
      public tsvector not null,
      staff tsvector not null
    ) with (toast_tuple_target = 8160);
    alter table ticket_search
      alter head set statistics 500,
      alter public set statistics 500,
      alter staff set statistics 500;
    create index ticket_search_by_head on ticket_search using gin (head) with (fastupdate = off);
    create index ticket_search_by_public on ticket_search using gin (public)
      with (fastupdate = off);
    create index ticket_search_by_staff on ticket_search using gin (staff)
      with (fastupdate = off);

    -- Tickets to index again: one row per change, so that none is lost.
    create table ticket_search_queue (
      id bigint generated always as identity primary key,
      ticket_id uuid not null
    );
    create index ticket_search_queue_by_ticket on ticket_search_queue (ticket_id);

    -- Roughly how many tickets have each word. Only the key is indexed and pages have room, since
    -- the counts change all the time.
    create table search_words (
      lexeme text primary key,
      in_head integer not null,
      in_public integer not null,
      in_staff integer not null
    ) with (fillfactor = 50);

    -- One spelling of each word, as people type it.
    create table search_spellings (
      lexeme text primary key,
      word text not null
    );
    create index search_spellings_by_look on search_spellings using gin (word gin_trgm_ops);
    create index search_spellings_by_beginning on search_spellings (word text_pattern_ops);

    -- The change of language that is in progress, or was the last. Tickets are indexed again from
    -- the newest to the oldest; those after the mark still have words of the language before.
    create table search_rebuild (
      only_one boolean primary key default true check (only_one),
      language_before text not null,
      mark uuid,
      total integer check (total >= 0),
      done integer not null default 0 check (done >= 0),
      started_at timestamptz not null,
      ended_at timestamptz
    )`.execute(db);
  await queueChangedTickets(db);
}

/**
 * Accents and endings do not matter. No stop words: "not working" is a search. While the language
 * changes, a word is also searched as the language before has it.
 */
async function createLanguage(db: Kysely<unknown>): Promise<void> {
  await sql`create extension if not exists unaccent`.execute(db);
  const kinds = sql.raw(`asciiword, word, numword, hword, hword_part, hword_asciipart,
    hword_numpart, asciihword, numhword`);
  await sql`
    create text search dictionary desk_stemmer (template = snowball, language = english);
    create text search configuration desk_words (copy = simple);
    alter text search configuration desk_words
      alter mapping for ${kinds} with unaccent, desk_stemmer;
    create text search configuration desk_spelling (copy = simple);
    alter text search configuration desk_spelling
      alter mapping for ${kinds} with unaccent, simple;
    create text search dictionary desk_stemmer_before (template = snowball, language = english);
    create text search configuration desk_words_before (copy = desk_words);
    alter text search configuration desk_words_before
      alter mapping replace desk_stemmer with desk_stemmer_before`.execute(db);
}

/**
 * Only words and blanks: otherwise Postgres reads "2026-1107" as a negative number and "now.It" as
 * a host name. Fractions and № are words of their own (3½), and so are raised and lowered digits
 * after a number (10²); after letters they stay with them (CO₂). A final sigma equals any sigma.
 */
async function createPlainWords(db: Kysely<unknown>): Promise<void> {
  const raised = "[\u00b2\u00b3\u00b9\u2070\u2074-\u2079\u2080-\u2089]";
  const apart = "[\u00bc-\u00be\u2116\u2150-\u215e\u2189]";
  const signs = "[][!-/:-@\\\\^_`{-\u00bf×÷\u2010-\u206f\u2190-\u21ff€™]+";
  const replace = (words: RawBuilder<unknown>, pattern: string, by: string) =>
    sql`regexp_replace(${words}, ${sql.lit(pattern)}, ${sql.lit(by)}, 'g')`;
  const split = replace(sql`words`, `([0-9])(${raised})`, "\\1 \\2");
  const spaced = replace(split, `(${apart})`, " \\1 ");
  const plain = sql`
    case when octet_length(words) = char_length(words) then words
      else translate(normalize(${spaced}, nfkc), 'ς', 'σ') end`;
  await sql`
    create function plain_words(words text) returns text language sql immutable parallel safe
    return ${replace(plain, signs, " ")}`.execute(db);
}

/** Only the owner can change a dictionary; this function is all that the server's role can do. */
async function createSpeakInSearch(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ name: string }>`select current_schema() as name`.execute(db);
  await sql`
    create function speak_in_search(language text, before text) returns void
    language plpgsql security definer
    set search_path = ${sql.id(rows[0]?.name ?? "public")}, pg_temp as $$
    begin
      if exists (
        select from unnest(array[language, before]) as asked (name)
        where not exists (
          select from pg_catalog.pg_ts_dict dictionary
          where dictionary.dictname = asked.name || '_stem'
            and dictionary.dictnamespace = 'pg_catalog'::regnamespace)
      ) then
        raise exception 'Postgres knows no endings of that language'
          using errcode = 'invalid_parameter_value';
      end if;
      execute format('alter text search dictionary desk_stemmer (language = %I)', language);
      execute format('alter text search dictionary desk_stemmer_before (language = %I)', before);
    end $$;
    revoke all on function speak_in_search(text, text) from public`.execute(db);
}

/** Whatever is searched of a ticket changes, the ticket is queued to be indexed again. */
async function queueChangedTickets(db: Kysely<unknown>): Promise<void> {
  const queue = "insert into ticket_search_queue (ticket_id)";
  const ofMessages = (ids: string) =>
    `${queue} select distinct ticket_id from messages where id in (${ids});`;
  const trigger = (name: string, event: string, body: string) =>
    sql
      .raw(`
        create function ${name}() returns trigger language plpgsql as $$
        begin ${body} return null; end $$;
        create trigger ${name} ${event} execute function ${name}()`)
      .execute(db);
  const inserted = (table: string) =>
    `after insert on ${table} referencing new table as fresh for each statement`;
  const deleted = (table: string) =>
    `after delete on ${table} referencing old table as gone for each statement`;
  const changed = (table: string, ...columns: string[]) => {
    const changes = columns.map((column) => `old.${column} is distinct from new.${column}`);
    return `after update on ${table} for each row when (${changes.join(" or ")})`;
  };

  await trigger("search_new_tickets", inserted("tickets"), `${queue} select id from fresh;`);
  await trigger(
    "search_changed_ticket",
    changed("tickets", "subject", "requester_id", "company_id"),
    `${queue} values (new.id);`,
  );
  await trigger(
    "search_new_messages",
    inserted("messages"),
    `${queue} select distinct ticket_id from fresh;`,
  );
  await trigger(
    "search_changed_message",
    changed("messages", "ticket_id", "body", "kind", "released_at", "redacted_at"),
    `${queue} select distinct id from unnest(array[old.ticket_id, new.ticket_id]) as id;`,
  );
  await trigger(
    "search_deleted_messages",
    deleted("messages"),
    `${queue} select distinct ticket_id from gone;`,
  );
  await trigger("search_new_files", inserted("files"), ofMessages("select message_id from fresh"));
  await trigger(
    "search_changed_file",
    changed("files", "message_id", "name", "redacted_at"),
    ofMessages("old.message_id, new.message_id"),
  );
  await trigger(
    "search_deleted_files",
    deleted("files"),
    ofMessages("select message_id from gone"),
  );
  await trigger(
    "search_tagged_tickets",
    inserted("ticket_tags"),
    `${queue} select distinct ticket_id from fresh;`,
  );
  await trigger(
    "search_untagged_tickets",
    deleted("ticket_tags"),
    `${queue} select distinct ticket_id from gone;`,
  );
  await trigger(
    "search_renamed_tag",
    changed("tags", "name"),
    `${queue} select ticket_id from ticket_tags where tag_id = new.id;`,
  );
  await trigger(
    "search_renamed_user",
    changed("users", "first_name", "last_name"),
    `${queue} select id from tickets where requester_id = new.id;`,
  );
  await trigger(
    "search_renamed_company",
    changed("companies", "name"),
    `${queue} select id from tickets where company_id = new.id;`,
  );
}

/** Each trigger has the name of its function. */
const functions = [
  "search_new_tickets",
  "search_changed_ticket",
  "search_new_messages",
  "search_changed_message",
  "search_deleted_messages",
  "search_new_files",
  "search_changed_file",
  "search_deleted_files",
  "search_tagged_tickets",
  "search_untagged_tickets",
  "search_renamed_tag",
  "search_renamed_user",
  "search_renamed_company",
];

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`drop function ${functions.join(", ")} cascade`).execute(db);
  await sql`drop function speak_in_search, plain_words`.execute(db);
  await sql`
    drop table search_rebuild, search_spellings, search_words, ticket_search_queue, ticket_search
  `.execute(db);
  await sql`
    drop text search configuration desk_words_before, desk_spelling, desk_words;
    drop text search dictionary desk_stemmer_before, desk_stemmer;
    drop extension unaccent`.execute(db);
}
