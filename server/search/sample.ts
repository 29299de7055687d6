import { type RawBuilder, sql } from "kysely";
import type { Db } from "../db/database.ts";
import { keepStatement } from "../db/statement.ts";
import { isShown } from "../tickets/scope.ts";
import { phraseStands, type Vector, vectorOf, wordsQuery } from "./match.ts";
import { pairsOfPhrase } from "./pairs.ts";
import type { Probe } from "./probe.ts";

/** Of the tickets changed last: how many have all words of a phrase, and how many of these have it. */
export type Sample = { looked: number } & Record<Vector, Sampled>;

export interface Sampled {
  words: number;
  /** Of so many it was asked whether the words stand side by side, and in so many they do. */
  asked: number;
  stand: number;
}

const looked = 1_500;
/** To look for their pairs costs as much as to look for the words; to ask the messages ten times that. */
const askedAtMost = { byPairs: 400, byWords: 40 };
/** Of a rarer word all tickets are read in less time than a sample takes. */
const common = 2_000;

/** Whether it is worth it: how often common words stand together is told by none of their counts. */
export function isWorthSampling({ words, changing }: Probe): boolean {
  return !changing && words.length > 0 && words.every(({ body }) => body > common);
}

/** For somebody who sees all tickets. */
export async function samplePhrase(db: Db, words: string): Promise<Sample | null> {
  const [sample] = await selectSample(db, null, { words });
  return sample ?? null;
}

const selectSample = keepStatement<null, { words: string }, Sample>((_, slot) => {
  const phrase = sql`(select ${slot("words")}::text)`;
  const query = sql`(select ${wordsQuery(phrase)})`;
  const pairs = pairsOfPhrase(phrase);
  const atMost = sql`case when ${pairs} is null or exists (select from search_pairing)
    then ${sql.lit(askedAtMost.byWords)} else ${sql.lit(askedAtMost.byPairs)} end`;
  const has = (vector: Vector) => sql`${vectorOf(vector, "all")} @@ ${query}`;
  const sampled = (vector: Vector, condition: RawBuilder<boolean>) => sql`
    (select json_build_object('words', (select count(*) from looked where ${condition}),
        'asked', count(*), 'stand', count(*) filter (where stands))
      from (
        select coalesce(known.pairs @> ${pairs}, ${phraseStands("all", phrase, vector === "head")}) as stands
        from (select id from looked where ${condition} limit ${atMost}) first
          join tickets t using (id) left join ticket_pairs known on known.ticket_id = t.id
      ) asked)`;
  return sql`
    with looked as materialized (
      select latest.id, found.* from (
        select t.id from tickets t where ${isShown({})}
        order by t.updated_at desc, t.id desc limit ${sql.lit(looked)}
      ) latest cross join lateral (
        select ${has("head")} as in_head, ${has("body")} as in_body
        from ticket_search s where s.ticket_id = latest.id
      ) found
    )
    select (select count(*)::int from looked) as looked,
      ${sampled("head", sql`in_head`)} as head,
      ${sampled("body", sql`in_body and not in_head`)} as body`;
});
