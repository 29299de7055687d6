import { type Kysely, type RawBuilder, sql } from "kysely";

/** The desk with its settings, and the functions that tables and queries share. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createNameFunctions(db);

  // For rows that one statement finds and writes. Postgres 18 has its own, 15 has not.
  await sql`
    create function uuid_v7() returns uuid language sql volatile parallel safe
    return encode(
      set_bit(set_bit(
        overlay(uuid_send(gen_random_uuid())
          placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3)
          from 1 for 6),
        52, 1), 53, 1),
      'hex')::uuid`.execute(db);

  const known = sql.join(languages.map((language) => sql.lit(language)));
  await sql`
    create table desk (
      only_one boolean primary key default true check (only_one),
      name text not null default 'Frontdesk' check (char_length(name) between 1 and 80),
      is_demo boolean not null default false,
      created_at timestamptz not null default now(),
      accent text check (accent ~ '^#[0-9a-f]{6}$'),
      logo_hash text check (logo_hash ~ '^[0-9a-f]{64}$'),
      overdue_hours integer not null default 24 check (overdue_hours between 1 and 720),
      auto_close_days integer not null default 7 check (auto_close_days between 1 and 365),
      language text not null default 'english' check (language in (${known})),
      -- Null: the audit log is stored forever.
      audit_months integer check (audit_months between 3 and 600),
      messages_per_hour integer not null default 60
        check (messages_per_hour between 1 and 100000),
      tickets_per_hour integer not null default 20
        check (tickets_per_hour between 1 and 100000),
      upload_mb_per_hour integer not null default 300
        check (upload_mb_per_hour between 25 and 100000),
      invitations_per_hour integer not null default 100
        check (invitations_per_hour between 1 and 100000),
      -- As long as a user has one of these, the demo answers only its own machine.
      demo_password_hashes text[] not null default '{}'
    );
    insert into desk default values;

    -- Apart from the settings, which are read far more often.
    create table desk_logos (
      hash text primary key check (hash ~ '^[0-9a-f]{64}$'),
      type text not null check (type in ('image/png', 'image/jpeg', 'image/webp')),
      bytes bytea not null check (octet_length(bytes) between 1 and 204800),
      created_at timestamptz not null
    );

    -- Created here, so that every server of this database signs and checks with the same keys.
    create table secrets (
      name text primary key,
      value bytea not null check (octet_length(value) = 32)
    );
    insert into secrets (name, value)
    select name, sha256(convert_to(
      gen_random_uuid()::text || gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8'))
    from unnest(array['anti-forgery', 'known-browser']) as name`.execute(db);
}

/** The languages whose endings Postgres 15 and newer know. */
const languages = [
  "arabic",
  "armenian",
  "basque",
  "catalan",
  "danish",
  "dutch",
  "english",
  "finnish",
  "french",
  "german",
  "greek",
  "hindi",
  "hungarian",
  "indonesian",
  "irish",
  "italian",
  "lithuanian",
  "nepali",
  "norwegian",
  "portuguese",
  "romanian",
  "russian",
  "serbian",
  "spanish",
  "swedish",
  "tamil",
  "turkish",
  "yiddish",
];

async function createNameFunctions(db: Kysely<unknown>): Promise<void> {
  // Names are searched without case and accents, and letters such as ø by the plain letters that
  // people without those keys type. A final sigma equals any other sigma, as in capitals.
  let plain: RawBuilder<unknown> = sql`translate(
    regexp_replace(normalize(words, nfkd), '[\\u0300-\\u036f]', '', 'g'),
    'ØøŁłĐđÐðĦħŦŧıΣς', 'oollddddhhttiσσ')`;
  for (const [letter, letters] of longer) {
    plain = sql`replace(${plain}, ${sql.lit(letter)}, ${sql.lit(letters)})`;
  }
  await sql`
    create function folded(words text) returns text language sql immutable parallel safe
    return case when octet_length(words) = char_length(words) then lower(words)
      else lower(${plain}) end`.execute(db);

  // The order of names: Ärzte among those with an A, and Dock 2 before Dock 10, whatever the
  // database's collation.
  await sql`
    create function in_order(name text) returns text language sql immutable parallel safe
    return case when name ~ '[0-9]' then regexp_replace(
        regexp_replace(folded(name), '([0-9]+)', '00000000000000\\1', 'g'),
        '[0-9]*([0-9]{15})', '\\1', 'g')
      else folded(name) end`.execute(db);
}

const longer = [
  ["ß", "ss"],
  ["ẞ", "ss"],
  ["æ", "ae"],
  ["Æ", "ae"],
  ["œ", "oe"],
  ["Œ", "oe"],
  ["þ", "th"],
  ["Þ", "th"],
] as const;

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table desk, desk_logos, secrets`.execute(db);
  await sql`drop function uuid_v7, in_order, folded`.execute(db);
}
