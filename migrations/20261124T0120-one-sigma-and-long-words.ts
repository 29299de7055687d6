import { type Kysely, type RawBuilder, sql } from "kysely";

/**
 * A word that ends in a sigma was another one in capitals: neither the name of a person nor a word of a
 * ticket was found so. And what was longer than a hundred bytes was not kept at all. Tickets that have
 * either are read anew.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await fold(
    db,
    sql`translate(${unaccented}, ${sql.lit(`${letters}Σς`)}, ${sql.lit(`${plainOnes}σσ`)})`,
  );
  await plainWords(db, sql`translate(normalize(words, nfkc), 'ς', 'σ')`);
  await sql`
    insert into ticket_search_queue (ticket_id)
    select ticket_id from messages where body like '%ς%' or body ~ '[[:alnum:]]{51}'
    union
    select m.ticket_id from files f join messages m on m.id = f.message_id where f.name like '%ς%'
    union
    select ticket_tags.ticket_id from ticket_tags join tags on tags.id = ticket_tags.tag_id
    where tags.name like '%ς%'
    union
    select t.id from tickets t join users requester on requester.id = t.requester_id
      left join companies company on company.id = t.company_id
    where concat_ws(' ', t.subject, requester.first_name, requester.last_name, company.name)
      like '%ς%'`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await fold(db, sql`translate(${unaccented}, ${sql.lit(letters)}, ${sql.lit(plainOnes)})`);
  await plainWords(db, sql`normalize(words, nfkc)`);
}

const letters = "ØøŁłĐđÐðĦħŦŧı";
const plainOnes = "oollddddhhtti";
const longer = Object.entries({
  ...{ ß: "ss", ẞ: "ss", æ: "ae", Æ: "ae" },
  ...{ œ: "oe", Œ: "oe", þ: "th", Þ: "th" },
});

const unaccented = sql`regexp_replace(normalize(words, nfkd), '[\\u0300-\\u036f]', '', 'g')`;

async function fold(db: Kysely<unknown>, translated: RawBuilder<unknown>): Promise<void> {
  let plain = translated;
  for (const [letter, several] of longer) {
    plain = sql`replace(${plain}, ${sql.lit(letter)}, ${sql.lit(several)})`;
  }
  await sql`
    create or replace function folded(words text) returns text language sql immutable parallel safe
    return case when octet_length(words) = char_length(words) then lower(words)
      else lower(${plain}) end`.execute(db);
  // Kept beside each row, it is made anew where a name is set, though it is the same.
  const { rows } = await sql<{ id: string }>`
    update companies set name = name where folded_name <> folded(name) returning id`.execute(db);
  await sql`
    update users set first_name = first_name, email = email
    where folded_name <> folded(first_name || ' ' || last_name)
      or strpos(searched, folded(coalesce(email, ''))) = 0`.execute(db);
  const ids = rows.map(({ id }) => id);
  await sql`
    select name_companies_of(array(
      select user_id from user_companies where company_id = any(${ids}::uuid[])))`.execute(db);
}

async function plainWords(db: Kysely<unknown>, normal: RawBuilder<unknown>): Promise<void> {
  await sql`
    create or replace function plain_words(words text) returns text
    language sql immutable parallel safe
    return regexp_replace(
      case when octet_length(words) = char_length(words) then words else ${normal} end,
      ${sql.lit("[][!-/:-@\\\\^_`{-\u00bf×÷\u2010-\u206f\u2190-\u21ff€™]+")}, ' ', 'g')
  `.execute(db);
}
