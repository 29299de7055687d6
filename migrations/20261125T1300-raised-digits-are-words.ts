import { type Kysely, type RawBuilder, sql } from "kysely";

/**
 * A digit that is raised or lowered was read as a part of the number before it: 10² as 102. Behind a number it
 * is one of its own now, and tickets that have such are read anew; behind letters it stays with them, as in CO₂.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const split = sql`regexp_replace(words, ${sql.lit(`([0-9])(${raised})`)}, '\\1 \\2', 'g')`;
  await plainWords(db, split);
  const has = (text: string) => sql.raw(`${text} ~ '[0-9]${raised}'`);
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

const raised = "[\u00b2\u00b3\u00b9\u2070\u2074-\u2079\u2080-\u2089]";
const apart = "[\u00bc-\u00be\u2116\u2150-\u215e\u2189]";

async function plainWords(db: Kysely<unknown>, words: RawBuilder<unknown>): Promise<void> {
  const spaced = sql`regexp_replace(${words}, ${sql.lit(`(${apart})`)}, ' \\1 ', 'g')`;
  await sql`
    create or replace function plain_words(words text) returns text
    language sql immutable parallel safe
    return regexp_replace(
      case when octet_length(words) = char_length(words) then words
        else translate(normalize(${spaced}, nfkc), 'ς', 'σ') end,
      ${sql.lit("[][!-/:-@\\\\^_`{-\u00bf×÷\u2010-\u206f\u2190-\u21ff€™]+")}, ' ', 'g')
  `.execute(db);
}
