import { type RawBuilder, sql } from "kysely";
import type { Period } from "../../shared/dashboard.ts";

export const daysOf: Record<Period, number> = { today: 1, "7d": 7, "30d": 30, "90d": 90 };

/**
 * The last so many days up to today, and as many before: `day`, when it `starts` and `ends`, and
 * whether it is of the period itself. A day is what the calendar of the time zone says, and so 23
 * or 25 hours long where the clocks change.
 */
export function days(count: number, now: Date, timeZone: string): RawBuilder<unknown> {
  return sql`
    select day, starts, lead(starts) over (order by day) as ends, day >= first_day as in_period
    from (
      select day, today - ${count - 1}::int as first_day, ${startOf(sql`day`, timeZone)} as starts
      from (select (${now}::timestamptz at time zone ${timeZone})::date as today) calendar,
        lateral (
          select today + days_away as day
          from generate_series(1 - 2 * ${count}::int, 1) as days_away
        ) each_day
    ) started`;
}

/** Where the clocks go back over midnight it comes twice, and the day begins with the first. */
function startOf(day: RawBuilder<unknown>, timeZone: string): RawBuilder<unknown> {
  const midnight = sql`(${day}::timestamp at time zone ${timeZone})`;
  const earlier = sql`${midnight} - interval '1 hour'`;
  return sql`case when ((${earlier}) at time zone ${timeZone})::date = ${day}
    then ${earlier} else ${midnight} end`;
}
