import { type Kysely, sql } from "kysely";

/**
 * The index of words is read anew in another language while search goes on: until the last ticket
 * has been read, a word is looked for as the language before has it as well.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create text search dictionary desk_stemmer_before (template = snowball, language = english)
  `.execute(db);
  await sql`create text search configuration desk_words_before (copy = desk_words)`.execute(db);
  await sql`
    alter text search configuration desk_words_before
      alter mapping replace desk_stemmer with desk_stemmer_before`.execute(db);

  // The one change of language that is under way, or was the last. Tickets are read from the
  // newest to the oldest; those behind the mark are still to come.
  await sql`
    create table search_rebuild (
      only_one boolean primary key default true check (only_one),
      language_before text not null,
      mark uuid,
      total integer check (total >= 0),
      done integer not null default 0 check (done >= 0),
      started_at timestamptz not null,
      ended_at timestamptz
    )`.execute(db);

  // Only the owner may alter a dictionary; this is all that the server's role can do of it.
  const schema = await schemaOf(db);
  await sql`
    create function speak_in_search(language text, before text) returns void
    language plpgsql security definer set search_path = ${sql.id(schema)}, pg_temp as $$
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
    end $$`.execute(db);
  await sql`revoke all on function speak_in_search(text, text) from public`.execute(db);
}

async function schemaOf(db: Kysely<unknown>): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_schema() as name`.execute(db);
  return rows[0]?.name ?? "public";
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop function speak_in_search(text, text)`.execute(db);
  await sql`drop table search_rebuild`.execute(db);
  await sql`drop text search configuration desk_words_before`.execute(db);
  await sql`drop text search dictionary desk_stemmer_before`.execute(db);
  // As the release before has it; what was read in another language is read anew by it.
  await sql`alter text search dictionary desk_stemmer (language = english)`.execute(db);
}
