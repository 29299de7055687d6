import { type RawBuilder, sql } from "kysely";
import type { Db } from "../db/database.ts";
import { keepStatement } from "../db/statement.ts";
import type { Sight } from "../tickets/scope.ts";
import { longestWord } from "./match.ts";

/** How common the searched words are: asked before the list, which is read accordingly. */
export interface Probe {
  /** Roughly how many tickets there are, in all and in the companies that are looked into. */
  tickets: number;
  inCompanies: number;
  /** Roughly how many tickets each of the words has in its head, and in all that is seen of it. */
  words: { lexeme: string; head: number; body: number }[];
  /** Tickets are read anew in another language just now. */
  changing: boolean;
}

export const noProbe: Probe = { tickets: 0, inCompanies: 0, words: [], changing: false };

export async function probeWords(
  db: Db,
  { sight, words, companyIds }: { sight: Sight; words: string; companyIds: readonly string[] },
): Promise<Probe> {
  const marks = companyIds.map((id) => `company ${id}`);
  const [found] = await selectProbe(db, sight, { words, marks });
  return found ? { ...found, words: found.words ?? [] } : noProbe;
}

/** In how many tickets a word stands; a Customer is not told by any order what notes have. */
export function countFor(sight: Sight): RawBuilder<unknown> {
  return sight === "own" ? sql`in_public` : sql`in_staff`;
}

interface FoundProbe extends Omit<Probe, "words"> {
  words: Probe["words"] | null;
}

const selectProbe = keepStatement<Sight, { words: string; marks: string[] }, FoundProbe>(
  (sight, slot) => {
    const cut = (lexeme: RawBuilder<unknown>) => sql`left(${lexeme}, ${sql.lit(longestWord)})`;
    const lexemes = (language: string) =>
      sql`tsvector_to_array(to_tsvector(${sql.lit(language)}, plain_words((select ${slot("words")}::text))))`;
    return sql`
      select (
        select json_agg(json_build_object('lexeme', lexeme,
          'head', coalesce(in_head, 0), 'body', coalesce(${countFor(sight)}, 0)))
        from (
          select ${cut(sql`unnest(${lexemes("desk_words")})`)}
          union select ${cut(sql`unnest(${lexemes("desk_words_before")})`)} where changing
        ) searched (lexeme) left join search_words using (lexeme)
      ) as words, changing, (
        select coalesce(sum(in_head), 0)::int from search_words
        where lexeme = any((select ${slot("marks")}::text[])::text[])
      ) as "inCompanies", (
        select greatest(reltuples, 1)::int from pg_class where oid = 'ticket_search'::regclass
      ) as tickets
      from (
        select exists (select from search_rebuild where ended_at is null) as changing
      ) rebuild`;
  },
);
