import { type RawBuilder, sql } from "kysely";
import type { Times } from "../../shared/dashboard/figures.ts";
import { isSolved } from "../access/views.ts";

export interface StoredTimes {
  count: number;
  /** The median and the 90th percentile in microseconds; null if there are no times. */
  times: [number | null, number | null] | null;
}

export interface StoredResolved extends StoredTimes {
  reopened: number;
  solvedInOne: number;
}

/** First replies in a period and how long they took, as one JSON value. */
export function readFirstReplies(
  matches: RawBuilder<unknown>,
  period: Period,
): RawBuilder<StoredTimes> {
  return sql<StoredTimes>`
    select json_build_object('count', count(*), 'times', ${medianAndP90(sql`t.first_reply_time`)})
    from tickets t where ${matches} and ${reached("replied", period)}`;
}

/** Tickets resolved in a period, how long that took and how it went, as one JSON value. */
export function readResolved(
  matches: RawBuilder<unknown>,
  period: Period,
): RawBuilder<StoredResolved> {
  return sql<StoredResolved>`
    select json_build_object(
      'count', count(*), 'times', ${medianAndP90(sql`t.resolution_time`)},
      'reopened', count(*) filter (where t.reopen_count > 0),
      'solvedInOne', count(*) filter (where t.staff_reply_count = 1))
    from tickets t where ${matches} and ${reached("resolved", period)}`;
}

/** Values that occurred: the first that at least half, or nine tenths, do not exceed. */
function medianAndP90(time: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`to_json(percentile_disc(array[0.5, 0.9]) within group (order by ${time}))`;
}

export function presentTimes({ count, times }: StoredTimes): Times {
  const [median, p90] = times ?? [null, null];
  return { count, median: inSeconds(median), p90: inSeconds(p90) };
}

function inSeconds(microseconds: number | null): number | null {
  return microseconds === null ? null : microseconds / 1_000_000;
}

/** What the dashboard counts of a ticket `t`: when it happened, and to which tickets it applies. */
export const milestones = {
  created: { at: sql`t.created_at`, applies: sql`true` },
  replied: { at: sql`t.first_staff_reply_at`, applies: sql`not t.opened_by_staff` },
  resolved: { at: sql`t.last_resolved_at`, applies: isSolved },
};

export type Milestone = keyof typeof milestones;

/** The moments from `from` up to, but not including, `to`. */
export interface Period {
  from: Date;
  to: Date | typeof endless;
}

export const endless = sql`'infinity'`;

/** Whether the ticket `t` reached the milestone in the period. */
export function reached(milestone: Milestone, { from, to }: Period): RawBuilder<boolean> {
  const { at, applies } = milestones[milestone];
  return sql`${applies} and ${at} >= ${from} and ${at} < ${to}`;
}
