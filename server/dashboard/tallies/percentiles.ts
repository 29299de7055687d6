import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../db/database.ts";
import { readKept } from "../looked-at.ts";
import { type Timed, took } from "../moments.ts";
import type { StoredTimes } from "../percentiles.ts";
import { type PeriodTally, sum } from "./periods.ts";
import { rowsOf, ticketsIn } from "./tallied.ts";

export type PeriodPercentiles = Record<Timed, StoredTimes["times"]>;

/** The median and the 90th percentile, in tenths. */
const shares = [5, 9];

/**
 * The steps tell in which of them a percentile lies and how far on in it: only the times of that
 * step are read and put in order.
 */
export async function readPercentiles(
  tx: Tx,
  periods: readonly PeriodTally[],
  counts: RawBuilder<boolean>,
): Promise<PeriodPercentiles[]> {
  const timesOf = (timed: Timed, period: PeriodTally) =>
    sql`json_build_array(${sql.join(shares.map((share) => timeAt(share, timed, period, counts)))})`;
  const each = periods.map(
    (period) => sql`json_build_object(
      'replied', ${timesOf("replied", period)}, 'resolved', ${timesOf("resolved", period)})`,
  );
  const [row] = await readKept(
    tx,
    sql<{ periods: PeriodPercentiles[] }>`select json_build_array(${sql.join(each)}) as periods`,
  );
  return row?.periods ?? [];
}

function timeAt(
  tenths: number,
  timed: Timed,
  { [timed]: steps, told, untold }: PeriodTally,
  counts: RawBuilder<boolean>,
): RawBuilder<unknown> {
  const { step, offset } = placeOf(tenths, steps);
  const live = ticketsIn("untold", timed, {
    counts: sql`${counts} and time_step(${took[timed]}) = ${step}`,
    columns: sql`${took[timed]} as took`,
  });
  return sql`(
    select took from (
      select unnest(times) as took
      from unnest(${told.map(({ day }) => day)}::text[]::date[]) as told(day)
        join day_times on day_times.day = told.day
      where day_times.moment = ${timed} and day_times.step = ${step}
      union all
      select t.took from (${rowsOf(untold)}) untold cross join lateral (${live}) t
    ) of_step
    order by took offset ${offset} limit 1
  )`;
}

/** Where the first of the times lies that at least so many tenths of them do not exceed. */
function placeOf(tenths: number, steps: readonly number[]): { step: number; offset: number } {
  let left = Math.ceil((sum(steps) * tenths) / 10);
  for (const [step, count] of steps.entries()) {
    if (left <= count && count > 0) return { step, offset: left - 1 };
    left -= count;
  }
  // Of no times there is none in any step.
  return { step: 0, offset: 0 };
}
