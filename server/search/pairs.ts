import { type RawBuilder, sql } from "kysely";
import { squeezed } from "./match.ts";

/**
 * Which words stand side by side in a text, as `pair`: a small number that other words may share, so
 * that it tells where a phrase cannot stand. The numbers are kept: they must stay what they are.
 */
export function pairsIn(text: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
    select (((hashtext(one)::bigint * 33 + hashtext(other)) & 65535) - 32768)::smallint as pair
    from (select string_to_array(btrim(${squeezed(text)}), ' ') as words) spoken,
      unnest(words, words[2:]) as side (one, other)
    where other is not null)`;
}

/** Of a longer ticket they are not kept: hardly any pair would be missing. */
const mostText = 50_000;

/** The pairs of tickets whose text is in `piece`, by `ticket_id` and `body`. */
export const pairsOfTickets = sql`
  select ticket_id, case when max(bytes) <= ${sql.lit(mostText)}
    then coalesce(array_agg(distinct pair) filter (where pair is not null), '{}') end as pairs
  from (
    select ticket_id, body, sum(octet_length(body)) over (partition by ticket_id) as bytes from piece
  ) sized
    left join lateral ${pairsIn(sql`body`)} side on bytes <= ${sql.lit(mostText)}
  group by ticket_id`;

/** Those of a phrase; null of a single word, which has none. */
export function pairsOfPhrase(text: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select array_agg(pair) from ${pairsIn(text)} side)`;
}

/** Of the ticket `t`, asked only where the pairs of the phrase stand in it. */
export function wherePairsStand(
  text: RawBuilder<unknown>,
  asked: RawBuilder<boolean>,
): RawBuilder<boolean> {
  // Nothing is known of what has just come, nor of a single word.
  return sql`case
    when (select pairs @> ${pairsOfPhrase(text)} from ticket_pairs where ticket_id = t.id) is false then false
    else ${asked} end`;
}
