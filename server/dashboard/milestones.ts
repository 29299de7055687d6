import { type RawBuilder, sql } from "kysely";
import { isSolved } from "../access/views.ts";

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
