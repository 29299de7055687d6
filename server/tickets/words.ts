import { type RawBuilder, sql } from "kysely";
import { wordsOf } from "../db/words.ts";

/** What is looked for: every word, or else the ticket of that number. */
export interface Search {
  words: string[];
  number: number | null;
}

export function readSearch(text: string | undefined): Search {
  const words = wordsOf(text);
  const [only, second] = words;
  const [, hash, digits] = /^(#?)(\d{1,12})$/.exec(only ?? "") ?? [];
  if (second !== undefined || digits === undefined) return { words, number: null };
  return { words: hash ? [] : words, number: Number(digits) };
}

/** The values of a kept statement that looks for so many words. */
export type WordValues = Partial<Record<`word${number}`, string>> & { number: number | null };

export function wordValues({ words, number }: Search): WordValues {
  return { ...Object.fromEntries(words.map((word, index) => [`word${index}`, word])), number };
}

/** Whether each word stands in the ticket's subject, its requester's or its company's name. */
export function matches(
  search: { words: number; number: boolean },
  slot: (name: keyof WordValues) => RawBuilder<unknown>,
): RawBuilder<boolean> {
  const words = Array.from({ length: search.words }, (_, index) => standsIn(slot(`word${index}`)));
  const allWords = words.length > 0 ? sql<boolean>`(${sql.join(words, sql` and `)})` : null;
  const itsNumber = search.number ? sql<boolean>`t.number = ${slot("number")}::bigint` : null;
  if (allWords && itsNumber) return sql`(${itsNumber} or ${allWords})`;
  return itsNumber ?? allWords ?? sql`true`;
}

// strpos knows no wildcards, so that there is nothing to escape.
function standsIn(word: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`(
    strpos(folded(t.subject), folded(${word}::text)) > 0
    or t.requester_id in (
      select id from users where strpos(folded_name, folded(${word}::text)) > 0)
    or t.company_id in (
      select id from companies where strpos(folded_name, folded(${word}::text)) > 0))`;
}
