import { type RawBuilder, sql } from "kysely";
import type { LookedAt } from "../looked-at.ts";
import { isToldOfTags, piecesOf, rowsOf, ticketsIn } from "./tallied.ts";

/**
 * `tag_numbers, count` of what was created or resolved: by the tallies of whole days, and by the
 * tickets of the others.
 */
export function talliedTags(
  of: "created" | "resolved",
  { from, to, counts }: LookedAt,
): RawBuilder<unknown> {
  const live = ticketsIn("piece", of, { counts, columns: sql`t.tag_numbers` });
  return sql`
    with piece as materialized (${rowsOf(piecesOf(from, to))}),
    told as materialized (
      select day_tallies.day from piece join day_tallies on day_tallies.day = piece.day
      where piece.whole and ${isToldOfTags}
    )
    select tag_numbers, sum(${sql.ref(of)})::bigint as count
    from told join day_tags on day_tags.day = told.day
    where ${sql.ref(of)} > 0 group by 1
    union all
    select live.tag_numbers, count(*) as count
    from piece cross join lateral (${live}) live
    where piece.day not in (select day from told) group by 1`;
}
