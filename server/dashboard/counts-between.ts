import { type RawBuilder, sql } from "kysely";
import type { LookedAt } from "./looked-at.ts";
import { crossesOf, type Flow, flowOf } from "./moments.ts";
import {
  areOnQuarters,
  isTold,
  type Piece,
  piecesOf,
  rowsOf,
  talliedStretch,
} from "./tallies/tallied.ts";

/**
 * How many tickets were created, for example, from each edge to the next, as an array; with
 * `behind`, also from the last one on.
 */
export function countsBetween(
  edges: readonly Date[],
  flow: Flow,
  { now, counts, everything }: Pick<LookedAt, "now" | "counts" | "everything">,
  behind: "behind" | null = null,
): RawBuilder<number[]> {
  const [first] = edges;
  const last = edges.at(-1);
  if (!first || !last) throw new Error("There is nothing between no edges");
  const spans = behind ? edges.length : edges.length - 1;
  const end = behind ? null : last;
  const to = sql`${end?.toISOString() ?? "infinity"}::text::timestamptz`;
  // As a sub-select, or the edges would be read anew for each ticket.
  const edge = sql`(select ${edges.map((edge) => edge.toISOString())}::text[]::timestamptz[])`;
  const concerned = flow === "gaps" ? sql`${counts} and ${crossesOf(edge)}` : counts;
  const each =
    everything && areOnQuarters(edges)
      ? tallied(piecesOf(first, end, now), flow, counts)
      : flowOf(flow, concerned, { from: first, to });
  return sql<number[]>`
    select coalesce(json_agg(coalesce(found.count, 0) order by span), '[]')
    from generate_series(1, ${spans}::int) as span left join (
      select width_bucket(at, ${edge}) as span, sum(count)::bigint as count
      from (${each}) moment group by 1
    ) found using (span)`;
}

/** By the tallies of days, and ticket by ticket where there is none that holds. */
function tallied(
  pieces: readonly Piece[],
  flow: Flow,
  counts: RawBuilder<boolean>,
): RawBuilder<unknown> {
  return sql`
    with piece as materialized (${rowsOf(pieces)}),
    told as materialized (
      select day_tallies.day, ${sql.ref(flow)} as quarters
      from piece join day_tallies on day_tallies.day = piece.day
      where piece.ends < 'infinity' and ${isTold}
    )
    select day::timestamp at time zone 'UTC' + (n - 1) * interval '15 minutes' as at, count
    from told, unnest(quarters) with ordinality as quarter(count, n)
    where count <> 0
    union all
    select live.at, live.count
    from piece cross join lateral (${flowOf(flow, counts, talliedStretch("piece"))} offset 0) live
    where piece.day not in (select day from told)`;
}
