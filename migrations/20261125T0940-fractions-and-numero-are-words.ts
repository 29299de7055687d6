import { type Kysely, type RawBuilder, sql } from "kysely";

/**
 * A fraction behind a number was read as a part of it: 3½ was kept as 31 and 2, and №5 as one word. Both are
 * words of their own now, and tickets that have either are read anew.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await plainWords(db, sql`regexp_replace(words, ${sql.lit(`(${apart})`)}, ' \\1 ', 'g')`);
  const has = (text: string) => sql.raw(`${text} ~ '${apart}'`);
  await sql`
    insert into ticket_search_queue (ticket_id)
    select ticket_id from messages where ${has("body")}
    union
    select m.ticket_id from files f join messages m on m.id = f.message_id where ${has("f.name")}
    union
    select ticket_tags.ticket_id from ticket_tags join tags on tags.id = ticket_tags.tag_id
    where ${has("tags.name")}
    union
    select t.id from tickets t join users requester on requester.id = t.requester_id
      left join companies company on company.id = t.company_id
    where ${has("concat_ws(' ', t.subject, requester.first_name, requester.last_name, company.name)")}
  `.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await plainWords(db, sql`words`);
}

const apart = "[\u00bc-\u00be\u2116\u2150-\u215e\u2189]";

async function plainWords(db: Kysely<unknown>, words: RawBuilder<unknown>): Promise<void> {
  await sql`
    create or replace function plain_words(words text) returns text
    language sql immutable parallel safe
    return regexp_replace(
      case when octet_length(words) = char_length(words) then words
        else translate(normalize(${words}, nfkc), 'ς', 'σ') end,
      ${sql.lit("[][!-/:-@\\\\^_`{-\u00bf×÷\u2010-\u206f\u2190-\u21ff€™]+")}, ' ', 'g')
  `.execute(db);
}
