import { type RawBuilder, sql } from "kysely";
import { isOpen } from "../access/views.ts";
import type { Selection } from "./selection.ts";
import { endless, type Milestone, milestones, type Period, reached } from "./times.ts";

/** The time from one edge to the next, or all the time after the last edge. */
export interface Interval {
  created: number;
  resolved: number;
  /** Tickets open at its end. */
  backlog: number;
}

export interface StoredIntervals {
  /** Tickets open now. */
  open: number;
  /** One number for each interval. */
  created: number[];
  resolved: number[];
  /** Tickets whose time as resolved ended because they were reopened, minus those whose began. */
  reopened: number[];
}

/** Reads what `presentIntervals` counts back from. */
export function readIntervals(
  edges: readonly [Date, ...Date[]],
  { matches }: Pick<Selection, "matches">,
): RawBuilder<StoredIntervals> {
  const since = { from: edges[0], to: endless };
  const count = (milestone: Milestone) =>
    countByInterval(edges, datesOf(milestone, matches, since));
  return sql<StoredIntervals>`
    select (select count(*) from tickets t where ${matches} and ${isOpen}) as open,
      (${count("created")}) as created,
      (${count("resolved")}) as resolved,
      (${countReopenings(edges, matches)}) as reopened`;
}

/**
 * A ticket is open from its creation to its last resolve, except between a resolve and a reopen.
 * So the backlog is counted back from the tickets that are open now.
 */
export function presentIntervals(stored: StoredIntervals): Interval[] {
  const intervals: Interval[] = [];
  let backlog = stored.open;
  for (let index = stored.created.length - 1; index >= 0; index -= 1) {
    const created = stored.created[index] ?? 0;
    const resolved = stored.resolved[index] ?? 0;
    intervals.unshift({ created, resolved, backlog });
    backlog += resolved - created - (stored.reopened[index] ?? 0);
  }
  return intervals;
}

/** `at, count` for each ticket that reached the milestone in the period. */
export function datesOf(
  milestone: Milestone,
  matches: RawBuilder<boolean>,
  period: Period,
): RawBuilder<unknown> {
  return sql`
    select ${milestones[milestone].at} as at, 1 as count
    from tickets t where ${matches} and ${reached(milestone, period)}`;
}

/** How many of the `dates` lie in each interval, as an array; the last interval has no end. */
export function countByInterval(
  edges: readonly Date[],
  dates: RawBuilder<unknown>,
): RawBuilder<number[]> {
  return sql<number[]>`
    select coalesce(json_agg(coalesce(found.count, 0) order by interval), '[]')
    from generate_series(1, ${edges.length}::int) as interval left join (
      select width_bucket(at, ${arrayOf(edges)}) as interval, sum(count)::bigint as count
      from (${dates}) dated group by 1
    ) found using (interval)`;
}

/**
 * In each interval, how many reopened tickets stopped being resolved minus how many of them had
 * become resolved. A ticket that was resolved and reopened between the same two edges adds nothing.
 */
export function countReopenings(
  edges: readonly [Date, ...Date[]],
  matches: RawBuilder<boolean>,
): RawBuilder<number[]> {
  const from = edges[0];
  const edge = arrayOf(edges);
  return countByInterval(
    edges,
    sql`
      select change.at, change.count
      from reopenings join tickets t on t.id = reopenings.ticket_id
        cross join lateral (
          values (reopenings.solved_at, -1), (reopenings.reopened_at, 1)
        ) as change (at, count)
      where ${matches} and reopenings.reopened_at >= ${from} and change.at >= ${from}
        and width_bucket(reopenings.solved_at, ${edge})
          < width_bucket(reopenings.reopened_at, ${edge})`,
  );
}

/** As a sub-select: otherwise the text would be parsed again for each row. */
function arrayOf(edges: readonly Date[]): RawBuilder<unknown> {
  return sql`(select ${edges.map((edge) => edge.toISOString())}::text[]::timestamptz[])`;
}
