import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../db/database.ts";
import { readKept } from "../looked-at.ts";
import { type Moment, outcomes, type Timed, took } from "../moments.ts";
import { isTold, type Piece, rowsOf, ticketsIn } from "./tallied.ts";

/** What there is of a period. */
export interface PeriodTally {
  created: number;
  /** How many times to first reply and to resolve lie in each step of time_step(). */
  replied: number[];
  resolved: number[];
  reopened: number;
  solvedInOne: number;
  /** The days whose tallies tell of it, and what was counted ticket by ticket. */
  told: DayTally[];
  untold: Piece[];
}

interface DayTally {
  period: number;
  day: string;
  /** In each quarter of an hour. */
  created: number[];
  replied: number[];
  resolved: number[];
  reopened: number;
  solvedInOne: number;
}

interface Stored {
  told: DayTally[];
  created: [period: number, count: number][];
  replied: [period: number, step: number, count: number][];
  resolved: [period: number, step: number, count: number, reopened: number, inOne: number][];
}

/** Of each of some periods, by the tallies of whole days and by the tickets of the others. */
export async function readPeriods(
  tx: Tx,
  periods: readonly Piece[][],
  counts: RawBuilder<boolean>,
): Promise<PeriodTally[]> {
  const [row] = await readKept(tx, readStored(periods, counts));
  if (!row) throw new Error("Tallies are always one row");
  return periods.map((pieces, period) => tallyOf(pieces, period, row));
}

function tallyOf(pieces: readonly Piece[], period: number, stored: Stored): PeriodTally {
  const ofPeriod = <Row extends [number, ...number[]]>(rows: readonly Row[]) =>
    rows.filter((row) => row[0] === period);
  const told = stored.told.filter((day) => day.period === period);
  const days = new Set(told.map(({ day }) => day));
  const created = ofPeriod(stored.created).map(([, count]) => count);
  const resolved = ofPeriod(stored.resolved);
  const stepped = (by: Timed) => {
    const live = ofPeriod<[number, number, number, ...number[]]>(stored[by]);
    const steps = added(told.map((day) => day[by]));
    for (const [, step, count] of live) steps[step] = (steps[step] ?? 0) + count;
    // Without a hole, where no day has a tally.
    return Array.from(steps, (count) => count ?? 0);
  };
  return {
    created: sum(told.map((day) => sum(day.created))) + sum(created),
    replied: stepped("replied"),
    resolved: stepped("resolved"),
    reopened: sum(told.map((day) => day.reopened)) + sum(resolved.map((row) => row[3])),
    solvedInOne: sum(told.map((day) => day.solvedInOne)) + sum(resolved.map((row) => row[4])),
    told,
    untold: pieces.filter(({ day }) => !days.has(day)),
  };
}

function readStored(periods: readonly Piece[][], counts: RawBuilder<boolean>): RawBuilder<Stored> {
  const pieces = periods.flatMap((some, period) => some.map((piece) => ({ ...piece, period })));
  const live = (moment: Moment, columns: RawBuilder<unknown>) =>
    ticketsIn("untold", moment, { counts, columns });
  const step = (timed: Timed) => sql`time_step(${took[timed]}) as step`;
  const solved = sql`${step("resolved")}, ${outcomes.reopened} as reopened,
    ${outcomes.solvedInOne} as in_one`;
  return sql<Stored>`
    with piece as materialized (${rowsOf(pieces)}),
    told as materialized (
      select piece.period, day_tallies.*
      from piece join day_tallies on day_tallies.day = piece.day
      where piece.whole and ${isTold}
    ),
    untold as materialized (
      select * from piece where day not in (select day from told)
    ),
    live_created as (
      select untold.period, count(*) as count
      from untold cross join lateral (${live("created", sql``)}) t
      group by 1
    ),
    live_replied as (
      select untold.period, t.step, count(*) as count
      from untold cross join lateral (${live("replied", step("replied"))}) t
      group by 1, 2
    ),
    live_resolved as (
      select untold.period, t.step, count(*) as count,
        count(*) filter (where t.reopened) as reopened,
        count(*) filter (where t.in_one) as in_one
      from untold cross join lateral (${live("resolved", solved)}) t
      group by 1, 2
    )
    select
      (select coalesce(json_agg(json_build_object(
        'period', period, 'day', day, 'created', created, 'replied', replied_steps,
        'resolved', resolved_steps, 'reopened', reopened, 'solvedInOne', solved_in_one
      )), '[]') from told) as told,
      (select coalesce(json_agg(json_build_array(period, count)), '[]')
        from live_created) as created,
      (select coalesce(json_agg(json_build_array(period, step, count)), '[]')
        from live_replied) as replied,
      (select coalesce(json_agg(json_build_array(period, step, count, reopened, in_one)), '[]')
        from live_resolved) as resolved`;
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** Element by element. */
function added(lists: readonly number[][]): number[] {
  const totals: number[] = [];
  for (const list of lists) {
    for (const [index, number] of list.entries()) totals[index] = (totals[index] ?? 0) + number;
  }
  return totals;
}
