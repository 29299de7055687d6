import { type RawBuilder, sql } from "kysely";
import type { Sight } from "../tickets/scope.ts";

/** Which words of a ticket are looked into: those of its head, or all that one may see. */
export type Vector = "head" | "body";

export function vectorOf(vector: Vector, sight: Sight): RawBuilder<unknown> {
  if (vector === "head") return sql`s.head`;
  return sight === "own" ? sql`s.public` : sql`s.staff`;
}

/**
 * Every word of the text, whatever its accents and endings; `changing`: while tickets are read
 * anew in another language, as both languages have them.
 */
export function wordsQuery(text: RawBuilder<unknown>, changing = false): RawBuilder<unknown> {
  const words = cut(sql`plainto_tsquery('desk_words', plain_words(${text}))`);
  if (!changing) return words;
  return sql`(${words} || ${cut(sql`plainto_tsquery('desk_words_before', plain_words(${text}))`)})`;
}

/** Of a longer word so many letters are kept, by which it is found. */
export const longestWord = 100;

function cut(query: RawBuilder<unknown>): RawBuilder<unknown> {
  const longer = sql.lit(`'([^']{${longestWord}})[^']+'`);
  return sql`regexp_replace(${query}::text, ${longer}, ${sql.lit("'\\1'")}, 'g')::tsquery`;
}

/** As it stands in a vector or a query. */
export function quoteLexeme(lexeme: string): string {
  return `'${lexeme.replace(/['\\]/g, "$&$&")}'`;
}

/**
 * Whether every word stands in the ticket `t`; spelled so that it is asked ticket by ticket, and
 * what the words are once for all of them.
 */
export function lexemesIn(
  { sight, changing }: { sight: Sight; changing: boolean },
  text: RawBuilder<unknown>,
  { vector = "body", notHead = false }: { vector?: Vector; notHead?: boolean } = {},
): RawBuilder<boolean> {
  const query = sql`(select ${wordsQuery(text, changing)})`;
  const beside = notHead ? sql`and not s.head @@ ${query}` : sql``;
  return sql`coalesce((
    select ${vectorOf(vector, sight)} @@ ${query} ${beside}
    from ticket_search s where s.ticket_id = t.id), false)`;
}

/** Whether the very words stand side by side: in one message, a file's name, or a part of the head. */
export function phraseStands(
  sight: Sight,
  text: RawBuilder<unknown>,
  inHead: boolean,
): RawBuilder<boolean> {
  const phrase = sql`(select ${squeezed(text)})`;
  const likely = sql`(select ${looksLike(text)})`;
  const plain = sql`(select ${standsPlain(text)})`;
  // Plain letters are looked at as they are, at a tenth of the price: only what holds others is
  // squeezed.
  const stands = (place: RawBuilder<unknown>) => sql`case
    when ${place} collate "C" !~* ${likely} then false
    when octet_length(${place}) = char_length(${place}) then ${place} collate "C" ~* ${plain}
    else strpos(${squeezed(place)}, ${phrase}) > 0 end`;
  // Asked ticket by ticket: where it is only whether something exists, Postgres may choose to read
  // all people first.
  const inMessages = sql`(
    select true from messages m
    where m.ticket_id = t.id and ${isReadable(sight)} and (${stands(sql`m.body`)} or (
      select true from files f
      where f.message_id = m.id and f.redacted_at is null and ${stands(sql`f.name`)} limit 1))
    limit 1)`;
  if (!inHead) return sql`${inMessages} is true`;
  return sql`(${stands(sql`t.subject`)}
    or ${inMessages}
    or (
      select true from users requester where requester.id = t.requester_id
        and ${stands(sql`(requester.first_name || ' ' || requester.last_name)`)} limit 1)
    or (
      select true from companies company
      where company.id = t.company_id and ${stands(sql`company.name`)} limit 1)) is true`;
}

/** Whether somebody of this sight may read the message `m`. */
export function isReadable(sight: Sight): RawBuilder<boolean> {
  return sight === "own"
    ? sql`m.redacted_at is null and m.released_at is not null`
    : sql`m.redacted_at is null`;
}

/** In small plain letters, its words apart by one blank each, with one before and one behind. */
function squeezed(text: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`regexp_replace(' ' || lower(unaccent(plain_words(${text}))) || ' ', '\\s+', ' ', 'g')`;
}

/** The words of a phrase with anything between them; or any letter that is not a plain one. */
function looksLike(text: RawBuilder<unknown>): RawBuilder<unknown> {
  const words = sql`regexp_replace(btrim(${squeezed(text)}), '[^[:alnum:] ]', '.', 'g')`;
  return sql`replace(${words}, ' ', '[^a-z0-9]+') || ${sql.lit("|[^\\x01-\\x7f]")}`;
}

/** The phrase among plain letters, for each blank what is squeezed to one or where the text ends. */
function standsPlain(text: RawBuilder<unknown>): RawBuilder<unknown> {
  const blank = sql.lit("(?:^|[^a-z0-9\\x01-\\x08\\x0e-\\x1f]+|$)");
  // A sign of the phrase that is still there is none of the plain ones, and stands nowhere.
  const other = sql.lit("[^\\\\x01-\\\\x7f]");
  return sql`replace(
    regexp_replace(${squeezed(text)}, '[^[:alnum:] ]', ${other}, 'g'), ' ', ${blank})`;
}

/** Whether a text holds anything that is kept of a ticket; what does not finds nothing. */
export function isSearchable(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}
