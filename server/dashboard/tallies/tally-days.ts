import { type RawBuilder, sql } from "kysely";
import type { Db, Tx } from "../../db/database.ts";
import { isShown } from "../../tickets/scope.ts";
import {
  type Flow,
  flowOf,
  happened,
  type Moment,
  outcomes,
  type Timed,
  took,
} from "../moments.ts";
import { talliedStretch } from "./tallied.ts";

/** Chosen once for what tallies days. */
const tallyLock = 7_368_645_371;

/**
 * Tallies so many days, the latest first, that were never tallied or have changed since. How many
 * they were; none too where another server is at it.
 *
 * A day is tallied once it has been over for another day: whoever changes something of a day that
 * is over says so, and who began before it was over is done by then. Reads of the dashboard leave
 * out what has changed and count that anew, so they are exact at every moment.
 */
export async function tallyDays(db: Db, most: number, before = aDayAgo): Promise<number> {
  return await db.transaction().execute(async (tx) => {
    const lock = await sql<{ mine: boolean }>`
      select pg_try_advisory_xact_lock(${sql.lit(tallyLock)}) as mine`.execute(tx);
    if (!lock.rows[0]?.mine) return 0;
    const days = await findDays(tx, most, before);
    if (days.length === 0) return 0;
    // Before they are counted: whoever says more from here on is heard the next time.
    await sql`delete from changed_days where day = any(${days}::text[]::date[])`.execute(tx);
    await countDays(tx, days);
    return days.length;
  });
}

const shown = isShown({});
const aDayAgo = sql<Date>`now() - interval '1 day'`;

async function findDays(tx: Tx, most: number, before: RawBuilder<Date>): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    with known as (
      select ((select min(t.created_at) from tickets t where ${shown})
        at time zone 'UTC')::date as first, ((${before}) at time zone 'UTC')::date as behind
    )
    select day::text
    from (
      select generate_series(first::timestamp, behind - 1, interval '1 day')::date as day from known
      except select day from day_tallies
      union select day from changed_days, known where day < behind
    ) missing
    order by missing.day desc limit ${most}`.execute(tx);
  return rows.map(({ day }) => day);
}

async function countDays(tx: Tx, days: readonly string[]): Promise<void> {
  const span = sql`
    unnest(${days}::text[]::date[]) as day cross join lateral (
      select day::timestamp at time zone 'UTC' as starts,
        (day + 1)::timestamp at time zone 'UTC' as ends
    ) span`;
  const from = (moment: Moment) =>
    sql`from tickets t where ${shown} and ${happened(moment, talliedStretch("span"))}`;
  const quarters = (flow: Flow) => sql`
    array(select coalesce(sum(found.count), 0) from generate_series(0, 95) as quarter left join (
      select floor(extract(epoch from at - starts) / 900)::int as quarter, count
      from (${flowOf(flow, shown, talliedStretch("span"))}) moment
    ) found using (quarter) group by quarter order by quarter)`;
  const steps = (timed: Timed) => sql`
    array(select count(found.step) from generate_series(0, time_step(${longest})) as step left join (
      select time_step(${took[timed]}) as step ${from(timed)}
    ) found using (step) group by step order by step)`;
  await sql`delete from day_tallies where day = any(${days}::text[]::date[])`.execute(tx);
  await sql`
    insert into day_tallies (day, created, resolved, gaps, replied_steps, resolved_steps,
      reopened, solved_in_one)
    select day, ${quarters("created")}, ${quarters("resolved")}, ${quarters("gaps")},
      ${steps("replied")}, ${steps("resolved")}, reopened, solved_in_one
    from ${span} cross join lateral (
      select count(*) filter (where ${outcomes.reopened}) as reopened,
        count(*) filter (where ${outcomes.solvedInOne}) as solved_in_one
      ${from("resolved")}
    ) how`.execute(tx);
  const times = (timed: Timed) => sql`
    select day, ${timed}, time_step(took), array_agg(took)
    from ${span} cross join lateral (select ${took[timed]} as took ${from(timed)}) t
    group by 1, 3`;
  await sql`
    insert into day_times (day, moment, step, times)
    ${times("replied")} union all ${times("resolved")}`.execute(tx);
  const tags = (moment: Moment) => sql`
    select day, tag_numbers, ${sql.lit(moment)} as moment
    from ${span} cross join lateral (select t.tag_numbers ${from(moment)}) t`;
  await sql`
    insert into day_tags (day, tag_numbers, created, resolved)
    select day, tag_numbers, count(*) filter (where moment = 'created'),
      count(*) filter (where moment = 'resolved')
    from (${tags("created")} union all ${tags("resolved")}) tagged
    group by day, tag_numbers`.execute(tx);
}

/** Of bigint: in the last of the steps. */
const longest = sql.lit("9223372036854775807");
