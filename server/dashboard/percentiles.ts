import { type RawBuilder, sql } from "kysely";
import type { Times } from "../../shared/dashboard/figures.ts";

/** How long it took, as a statement tells it: ticket by ticket, or by tallies/percentiles.ts. */
export interface StoredTimes {
  count: number;
  /** The median and the 90th percentile in microseconds; none of none. */
  times: [number | null, number | null] | null;
}

/** Values that occurred: of the first that at least that share does not exceed. */
export function medianAndP90(
  time: RawBuilder<unknown>,
  when: RawBuilder<unknown> = sql`true`,
): RawBuilder<unknown> {
  return sql`to_json(
    percentile_disc(array[0.5, 0.9]) within group (order by ${time}) filter (where ${when}))`;
}

export function presentTimes({ count, times }: StoredTimes): Times {
  const [median, p90] = times ?? [null, null];
  return { count, median: inSeconds(median), p90: inSeconds(p90) };
}

function inSeconds(microseconds: number | null): number | null {
  return microseconds === null ? null : microseconds / 1_000_000;
}
