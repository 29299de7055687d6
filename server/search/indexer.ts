import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../db/database.ts";
import { keepStatement, uuidList } from "../db/statement.ts";
import { longestWord } from "./match.ts";

/**
 * Indexes these tickets again: which words are in their head, in what customers see and in what staff
 * see, and in how many tickets each word is.
 */
export async function rebuildTickets(tx: Tx, ticketIds: readonly string[]): Promise<void> {
  const [done] = await storeVectors(tx, null, { ids: ticketIds });
  if (done?.unspelled) await spellWords(tx, pieces(uuidList(ticketIds)));
  if (done?.gone.length) await forgetWords(tx, done.gone);
}

const storeVectors = keepStatement<
  null,
  { ids: readonly string[] },
  { unspelled: boolean; gone: string[] }
>((_, slot) => {
  const ids = uuidList(slot("ids"));
  return sql`
    with ${freshVectors(ids)},
    stored as (
      insert into ticket_search as s (ticket_id, head, public, staff)
      select ticket_id, head, public, staff from fresh
      on conflict (ticket_id) do update
        set head = excluded.head, public = excluded.public, staff = excluded.staff
        where (s.head, s.public, s.staff) is distinct from
          (excluded.head, excluded.public, excluded.staff)
    ),
    counted as (
      select lexeme, sum(step) filter (where part = 0) as in_head,
        sum(step) filter (where part = 1) as in_public,
        sum(step) filter (where part = 2) as in_staff
      from (
        ${lexemesOf(sql`fresh`, 1)} union all
        ${lexemesOf(sql`(select * from ticket_search where ticket_id = any(${ids})) old`, -1)}
      ) change (lexeme, part, step)
      group by lexeme
      having sum(step) filter (where part = 0) <> 0 or sum(step) filter (where part = 1) <> 0
        or sum(step) filter (where part = 2) <> 0
    ),
    known as (
      insert into search_words as w (lexeme, in_head, in_public, in_staff)
      select lexeme, coalesce(in_head, 0), coalesce(in_public, 0), coalesce(in_staff, 0)
      from counted
      on conflict (lexeme) do update set in_head = w.in_head + excluded.in_head,
        in_public = w.in_public + excluded.in_public, in_staff = w.in_staff + excluded.in_staff
      returning lexeme, greatest(in_head, in_public, in_staff) as most
    )
    select array(select lexeme from known where most <= 0) as gone, exists (
      select from counted where ${isSpelled(sql`lexeme`)}
        and not exists (
          select from search_spellings known where known.lexeme = counted.lexeme)) as unspelled`;
});

/**
 * Before these tickets are deleted. Their words are counted out; the caller holds the lock of the index, or another
 * server may be indexing them.
 */
export async function removeFromIndex(tx: Tx, ticketIds: readonly string[]): Promise<void> {
  const { rows } = await sql<{ gone: string[] }>`
    with removed as (
      delete from ticket_search where ticket_id = any(${[...ticketIds]}::uuid[])
      returning ticket_id, head, public, staff
    ),
    counted as (
      select lexeme, count(*) filter (where part = 0)::int as in_head,
        count(*) filter (where part = 1)::int as in_public,
        count(*) filter (where part = 2)::int as in_staff
      from (${lexemesOf(sql`removed`, -1)}) change (lexeme, part, step)
      group by lexeme
    ),
    known as (
      update search_words w set in_head = w.in_head - counted.in_head,
        in_public = w.in_public - counted.in_public, in_staff = w.in_staff - counted.in_staff
      from counted where w.lexeme = counted.lexeme
      returning w.lexeme, greatest(w.in_head, w.in_public, w.in_staff) as most
    )
    select array(select lexeme from known where most <= 0) as gone`.execute(tx);
  if (rows[0]?.gone.length) await forgetWords(tx, rows[0].gone);
}

/** Words of redacted text and deleted people must not remain once no ticket has them. */
async function forgetWords(tx: Tx, lexemes: readonly string[]): Promise<void> {
  await sql`
    with gone as (
      delete from search_words
      where lexeme = any(${[...lexemes]}::text[]) and greatest(in_head, in_public, in_staff) <= 0
      returning lexeme
    )
    delete from search_spellings using gone where search_spellings.lexeme = gone.lexeme`.execute(
    tx,
  );
}

/** Stores how new words are spelled, the shortest of several forms; `piece` has them as `body`. */
export async function spellWords(tx: Tx, piece: RawBuilder<unknown>): Promise<void> {
  await sql`
    with ${piece},
    words as (
      select distinct word from piece,
        unnest(tsvector_to_array(to_tsvector('desk_spelling', plain_words(body)))) as word
      where ${isSpelled(sql`word`)}
    ),
    spelled as (
      select (tsvector_to_array(to_tsvector('desk_words', word)))[1] as lexeme, word from words
    )
    insert into search_spellings (lexeme, word)
    select distinct on (lexeme) lexeme, word from spelled
    where lexeme is not null and not exists (
      select from search_spellings known where known.lexeme = spelled.lexeme)
    order by lexeme, char_length(word), word
    on conflict do nothing`.execute(tx);
}

/** Words that people would type: no numbers and no company marks. */
function isSpelled(word: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`char_length(${word}) between 3 and 30 and ${word} !~ '[0-9 ]'`;
}

/** The newest words are stored first: a text-search vector holds one megabyte. */
const mostBytes = 700_000;
/** So that a ticket with thousands of messages is indexed within about a second. */
const mostText = 2_500_000;

/** The words of a text, as `lexeme`. */
export function lexemesInText(text: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`lateral (
    select left(word, ${sql.lit(longestWord)}) as lexeme
    from unnest(tsvector_to_array(to_tsvector('desk_words', plain_words(${text})))) as word
  ) lexemes`;
}

/** `fresh`: the vectors of these tickets, ready to be stored. */
function freshVectors(ids: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`${pieces(ids)}, ${foundLexemes}, ${keptLexemes},
    fresh as (
      select ticket_id,
        array_to_tsvector(coalesce(array_agg(lexeme) filter (where audience = 0), '{}')) as head,
        array_to_tsvector(coalesce(array_agg(lexeme) filter (
          where audience <= 1 and public_size <= ${sql.lit(mostBytes)}), '{}')) as public,
        array_to_tsvector(array_agg(lexeme) filter (where size <= ${sql.lit(mostBytes)})) as staff
      from kept group by ticket_id
    )`;
}

/** `piece`: the text of these tickets; `audience` is 0 for the head, 1 for everyone, 2 for staff. */
function pieces(ids: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    piece as (
      select t.id as ticket_id, 0 as audience, 'infinity'::timestamptz as at,
        concat_ws(' ', t.subject, t.number, requester.first_name, requester.last_name,
          company.name) as body
      from tickets t
      join users requester on requester.id = t.requester_id
      left join companies company on company.id = t.company_id
      where t.id = any(${ids})
      union all
      select ticket_id, case when released_at is null then 2 else 1 end, created_at, body
      from (
        select ticket_id, released_at, created_at, body,
          sum(octet_length(body)) over (partition by ticket_id order by created_at desc, id) as size
        from messages where ticket_id = any(${ids}) and redacted_at is null
      ) newest
      where size <= ${sql.lit(mostText)}
      union all
      -- What the ticket began as an answer to, which only staff can open.
      select first.ticket_id, 2, first.created_at, mail.rest_text
      from (
        select distinct on (ticket_id) id, ticket_id, created_at, redacted_at
        from messages where ticket_id = any(${ids}) order by ticket_id, created_at, id
      ) first
      join message_mails mail on mail.message_id = first.id
      where first.redacted_at is null and mail.rest_text is not null
      union all
      select m.ticket_id, case when m.released_at is null then 2 else 1 end, m.created_at, f.name
      from messages m join files f on f.message_id = m.id
      where m.ticket_id = any(${ids}) and m.redacted_at is null and f.redacted_at is null
      union all
      select ticket_tags.ticket_id, 2, 'infinity', tags.name
      from ticket_tags join tags on tags.id = ticket_tags.tag_id
      where ticket_tags.ticket_id = any(${ids})
    ),
    mark as (
      select id as ticket_id, 0 as audience, 'infinity'::timestamptz as at,
        'company ' || company_id as lexeme
      from tickets where id = any(${ids}) and company_id is not null
    )`;
}

const foundLexemes = sql`
  found as (
    select ticket_id, lexeme, min(audience) as audience, max(at) as at
    from (
      select ticket_id, audience, at, lexeme
      from piece, ${lexemesInText(sql`body`)}
      union all
      select ticket_id, audience, at, lexeme from mark
    ) every
    group by ticket_id, lexeme
  )`;

const keptLexemes = sql`
  kept as (
    select ticket_id, lexeme, audience,
      sum(octet_length(lexeme)) over newest as size,
      sum(octet_length(lexeme)) filter (where audience <= 1) over newest as public_size
    from found
    window newest as (partition by ticket_id order by at desc, lexeme rows unbounded preceding)
  )`;

function lexemesOf(from: RawBuilder<unknown>, step: 1 | -1): RawBuilder<unknown> {
  const parts = sql`lateral (values (0, head), (1, public), (2, staff)) part (number, words)`;
  return sql`select lexeme, part.number, ${sql.lit(step)}
    from ${from}, ${parts}, unnest(tsvector_to_array(part.words)) as lexeme`;
}
