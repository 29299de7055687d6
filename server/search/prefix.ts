import { sql } from "kysely";
import type { Term } from "../../shared/search/terms.ts";
import type { Sight } from "../access/scope.ts";
import type { Db } from "../db/database.ts";
import { keepStatement } from "../db/statement.ts";
import { anyLexeme } from "./match.ts";
import { countFor, type Probe } from "./path.ts";

interface Prefix {
  term: Term;
  text: string;
  lexemes: string[];
  probe: Probe["words"][number];
}

/**
 * The beginning of a word in a query, with the most common lexemes of the words that begin like it.
 * It may be a whole word already: its own lexeme is the first.
 * Null if there is none, or no word begins like it.
 */
export async function findPrefix(
  db: Db,
  terms: readonly Term[],
  sight: Sight,
): Promise<Prefix | null> {
  const term = terms.find((one) => one.kind === "word" && one.prefix);
  if (term?.kind !== "word") return null;
  const found = await selectLexemes(db, sight, { beginning: term.text, atMost: mostLexemes });
  if (found.length === 0) return null;
  const lexemes = found.map(({ lexeme }) => lexeme);
  const sum = (vector: "head" | "body") => found.reduce((all, one) => all + one[vector], 0);
  return {
    term,
    text: term.text,
    lexemes,
    probe: { lexeme: term.text, query: anyLexeme(lexemes), head: sum("head"), body: sum("body") },
  };
}

/** Each costs a look into the index of words. */
const mostLexemes = 40;

const selectLexemes = keepStatement<
  Sight,
  { beginning: string; atMost: number },
  { lexeme: string; head: number; body: number }
>(
  (sight, slot) => sql`
    with own as materialized (
      select unnest(tsvector_to_array(
        to_tsvector('desk_words', plain_words(${slot("beginning")}::text)))) as lexeme)
    select lexeme, in_head as head, ${countFor(sight)} as body
    from search_words
    where lexeme in (
        select lexeme from search_spellings
        where word like lower(unaccent(${slot("beginning")}::text)) || '%'
        union select lexeme from own)
      and ${countFor(sight)} > 0
    order by lexeme in (select lexeme from own) desc, ${countFor(sight)} desc
    limit ${slot("atMost")}::int`,
);
