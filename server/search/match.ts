import { type RawBuilder, sql } from "kysely";
import type { Sight } from "../access/scope.ts";

/** Which words of a ticket are searched: those of its head, or all that the reader can see. */
export type Vector = "head" | "body";

export function vectorOf(vector: Vector, sight: Sight): RawBuilder<unknown> {
  if (vector === "head") return sql`s.head`;
  return sight === "own" ? sql`s.public` : sql`s.staff`;
}

/**
 * Every word of the text, without accents and endings; `changing`: the words of both languages, while
 * the search language is being changed.
 */
export function wordsQuery(text: RawBuilder<unknown>, changing = false): RawBuilder<unknown> {
  const { whole, matching } = partsOf(text);
  const now = cut(sql`plainto_tsquery('desk_words', plain_words(${whole}))`);
  const before = cut(sql`plainto_tsquery('desk_words_before', plain_words(${whole}))`);
  const words = changing ? sql`(${now} || ${before})` : now;
  return sql`coalesce(${words} && nullif(${matching}, '')::tsquery, ${words})`;
}

/** Separates the parts of searched words. */
const separator = "\u0001";

/**
 * Searched words as one value: those that are whole, and for the beginning of a word the lexemes that
 * begin like it, as a tsquery, and the beginning itself.
 */
export function joinWords(
  whole: readonly string[],
  prefix: { text: string; lexemes: readonly string[] } | null,
): string {
  const words = whole.join(" ").replaceAll(separator, " ");
  if (!prefix) return words;
  return [words, anyLexeme(prefix.lexemes), prefix.text].join(separator);
}

/** As written in a tsquery. */
export function anyLexeme(lexemes: readonly string[]): string {
  return `(${lexemes.map(quoteLexeme).join(" | ")})`;
}

/** The words that were typed: whole ones and the beginning of one. */
export function typedWords(words: string): string[] {
  return typedText(words)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}

/** The same as one text, with signs such as №. */
export function typedText(words: string): string {
  const [whole = "", , beginning = ""] = words.split(separator);
  return `${whole} ${beginning}`;
}

export function partsOf(text: RawBuilder<unknown>) {
  const part = (at: number) => sql`split_part(${text}, ${sql.lit(separator)}, ${sql.lit(at)})`;
  return { whole: part(1), matching: part(2), beginning: part(3) };
}

/** Longer words are cut to this many letters. */
export const longestWord = 100;

function cut(query: RawBuilder<unknown>): RawBuilder<unknown> {
  const longer = sql.lit(`'([^']{${longestWord}})[^']+'`);
  return sql`regexp_replace(${query}::text, ${longer}, ${sql.lit("'\\1'")}, 'g')::tsquery`;
}

/** As written in a tsvector or a tsquery. */
export function quoteLexeme(lexeme: string): string {
  return `'${lexeme.replace(/['\\]/g, "$&$&")}'`;
}

/**
 * Whether the ticket `t` has every word. Spelled so that Postgres evaluates it ticket by ticket, and
 * the words once for all of them.
 */
export function lexemesIn(
  { sight, changing }: { sight: Sight; changing: boolean },
  text: RawBuilder<unknown>,
  { vector = "body", notHead = false }: { vector?: Vector; notHead?: boolean } = {},
): RawBuilder<boolean> {
  const query = sql`(select ${wordsQuery(text, changing)})`;
  const notInHead = notHead ? sql`and not s.head @@ ${query}` : sql``;
  return sql`coalesce((
    select ${vectorOf(vector, sight)} @@ ${query} ${notInHead}
    from ticket_search s where s.ticket_id = t.id), false)`;
}

/** Whether the exact words are next to each other in one message, file name or part of the head. */
export function phraseMatches(
  sight: Sight,
  text: RawBuilder<unknown>,
  inHead: boolean,
): RawBuilder<boolean> {
  const phrase = sql`(select ${squeezed(text)})`;
  const likely = sql`(select ${looksLike(text)})`;
  const plain = sql`(select ${standsPlain(text)})`;
  // ASCII text is matched as it is, at a tenth of the cost: only other text is squeezed.
  const stands = (place: RawBuilder<unknown>) => sql`case
    when ${place} collate "C" !~* ${likely} then false
    when octet_length(${place}) = char_length(${place}) then ${place} collate "C" ~* ${plain}
    else strpos(${squeezed(place)}, ${phrase}) > 0 end`;
  // Evaluated ticket by ticket: with `exists`, Postgres may choose to read all people first.
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

/** Whether a reader with this sight can read the message `m`. */
export function isReadable(sight: Sight): RawBuilder<boolean> {
  return sight === "own"
    ? sql`m.redacted_at is null and m.released_at is not null`
    : sql`m.redacted_at is null`;
}

/** In lower case without accents, with one space between, before and after the words. */
function squeezed(text: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`regexp_replace(' ' || lower(unaccent(plain_words(${text}))) || ' ', '\\s+', ' ', 'g')`;
}

/** A pattern: the phrase's words with anything between them, or any letter outside ASCII. */
function looksLike(text: RawBuilder<unknown>): RawBuilder<unknown> {
  const words = sql`regexp_replace(btrim(${squeezed(text)}), '[^[:alnum:] ]', '.', 'g')`;
  return sql`replace(${words}, ' ', '[^a-z0-9]+') || ${sql.lit("|[^\\x01-\\x7f]")}`;
}

/** A pattern for ASCII text: for each space what is squeezed to one, or an end of the text. */
function standsPlain(text: RawBuilder<unknown>): RawBuilder<unknown> {
  const blank = sql.lit("(?:^|[^a-z0-9\\x01-\\x08\\x0e-\\x1f]+|$)");
  // Other signs of the phrase are not ASCII, so they match nothing here.
  const other = sql.lit("[^\\\\x01-\\\\x7f]");
  return sql`replace(
    regexp_replace(${squeezed(text)}, '[^[:alnum:] ]', ${other}, 'g'), ' ', ${blank})`;
}

/** Whether a text has anything that is indexed; a text of signs alone finds nothing. */
export function isSearchable(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}
