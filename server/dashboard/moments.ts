import { type RawBuilder, sql } from "kysely";
import { isSolved } from "../tickets/views.ts";

interface MomentOf {
  at: RawBuilder<unknown>;
  /** Of which tickets it counts. */
  which: RawBuilder<boolean>;
}

/** What happens to a ticket `t` that the dashboard counts. Triggers follow it: tallied_as(). */
export const moments = {
  created: { at: sql`t.created_at`, which: sql`true` },
  replied: { at: sql`t.first_staff_reply_at`, which: sql`not t.opened_by_staff` },
  resolved: { at: sql`t.last_resolved_at`, which: isSolved },
} satisfies Record<string, MomentOf>;

export type Moment = keyof typeof moments;

/** How long it took since the creation, in microseconds. */
export const took = { replied: sql`t.first_reply_time`, resolved: sql`t.resolution_time` };

export type Timed = keyof typeof took;

/** What there is to say of a resolved one. */
export const outcomes = {
  reopened: sql`t.reopen_count > 0`,
  solvedInOne: sql`t.staff_reply_count = 1`,
};

/** From one moment up to another. */
export interface Stretch {
  from: unknown;
  to: unknown;
}

/** Whether that happened to the ticket `t` then. */
export function happened(moment: Moment, stretch: Stretch): RawBuilder<boolean> {
  const { at, which } = moments[moment];
  return sql`${which} and ${isIn(at, stretch)}`;
}

/** What is counted by quarters of an hour: the columns of day_tallies that are called so. */
export type Flow = "created" | "resolved" | "gaps";

/** `at, count` of each ticket that counts. */
export function flowOf(
  flow: Flow,
  counts: RawBuilder<unknown>,
  stretch: Stretch,
): RawBuilder<unknown> {
  if (flow === "gaps") return gapsOf(counts, stretch);
  return sql`
    select ${moments[flow].at} as at, 1 as count
    from tickets t where ${counts} and ${happened(flow, stretch)}`;
}

const gap = { began: sql`reopenings.solved_at`, ended: sql`reopenings.reopened_at` };

/**
 * For a while, a gap, a ticket had been solved that was reopened: one more gap has ended, or one
 * more has begun. What lies in a stretch has ended in it or since.
 */
function gapsOf(counts: RawBuilder<unknown>, stretch: Stretch): RawBuilder<unknown> {
  const { began, ended } = gap;
  return sql`
    select gap.at, gap.count
    from reopenings join tickets t on t.id = reopenings.ticket_id
      cross join lateral (values (${began}, -1), (${ended}, 1)) as gap (at, count)
    where ${counts} and ${isIn(sql`gap.at`, stretch)} and ${ended} >= ${stretch.from}
      and (${isIn(began, stretch)} or ${isIn(ended, stretch)})`;
}

/** Of the gaps those at whose begin and end another number of edges has passed. */
export function crossesOf(edges: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`width_bucket(${gap.began}, ${edges}) < width_bucket(${gap.ended}, ${edges})`;
}

function isIn(at: RawBuilder<unknown>, { from, to }: Stretch): RawBuilder<boolean> {
  return sql`${at} >= ${from} and ${at} < ${to}`;
}
