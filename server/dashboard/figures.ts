import { type RawBuilder, sql } from "kysely";
import type { Db } from "../db/database.ts";
import { isOpen } from "../tickets/views.ts";
import { countsBetween } from "./counts-between.ts";
import { type LookedAt, readOnce } from "./looked-at.ts";
import { happened, moments, outcomes, type Stretch, took } from "./moments.ts";
import { medianAndP90, type StoredTimes } from "./percentiles.ts";
import type { StoredSpans } from "./spans.ts";

export interface StoredFigures {
  /** Of the period before, of the period, and of what is behind it. */
  spans: StoredSpans;
  unassigned: number;
  now: PeriodTimes;
  before: PeriodTimes;
}

export interface PeriodTimes {
  firstReply: StoredTimes;
  solved: StoredSolved;
}

/**
 * Ticket by ticket, in two halves that are read at the same time. What makes up a backlog is of one
 * half, and so of one moment; only what was resolved before is of the other.
 */
export async function readFigures(db: Db, looked: LookedAt, began: Date): Promise<StoredFigures> {
  const [[half], [other]] = await Promise.all([
    readOnce(db, readCounts(looked, began)),
    readOnce(db, readTimes(looked, began)),
  ]);
  if (!half || !other) throw new Error("The figures of the dashboard are always one row");
  const { open, gaps, unassigned, created, solved, behind } = half;
  const { firstReply, firstReplyBefore, solvedBefore } = other;
  return {
    spans: {
      ...{ open, gaps: [0, ...gaps] },
      created: [created.before, created.now, created.behind],
      resolved: [solvedBefore.count, solved.count, behind],
    },
    unassigned,
    now: { firstReply, solved },
    before: { firstReply: firstReplyBefore, solved: solvedBefore },
  };
}

type StoredSolved = StoredTimes & { reopened: number; solvedInOne: number };

interface StoredCounts {
  open: number;
  unassigned: number;
  created: { before: number; now: number; behind: number };
  solved: StoredSolved;
  /** Resolved after the period. */
  behind: number;
  gaps: StoredSpans["gaps"];
}

function readCounts(looked: LookedAt, began: Date): RawBuilder<StoredCounts> {
  const { from, to, counts } = looked;
  // A stretch at a time: to count one costs less than to ask of each ticket which it belongs to.
  const createdIn = (stretch: Stretch) =>
    sql`select count(*) from tickets t where ${counts} and ${happened("created", stretch)}`;
  const after = { from: to, to: endless };
  return sql<StoredCounts>`
    select open.*, created.*, solved.*, (${countsBetween([from, to], "gaps", looked, "behind")}) as gaps
    from (
      select count(*) as open, count(*) filter (where t.assignee_id is null) as unassigned
      from tickets t where ${counts} and ${isOpen}
    ) open, (
      select json_build_object(
        'before', (${createdIn({ from: began, to: from })}),
        'now', (${createdIn({ from, to })}),
        'behind', (${createdIn(after)})) as created
    ) created, (
      select ${solvedIn(sql`${moments.resolved.at} < ${to}`)} as solved,
        count(*) filter (where ${moments.resolved.at} >= ${to}) as behind
      from tickets t where ${counts} and ${happened("resolved", { from, to: endless })}
    ) solved`;
}

const endless = sql`'infinity'`;

interface StoredTimesOf {
  firstReply: StoredTimes;
  firstReplyBefore: StoredTimes;
  solvedBefore: StoredSolved;
}

function readTimes({ from, to, counts }: LookedAt, began: Date): RawBuilder<StoredTimesOf> {
  const replied = (when: RawBuilder<unknown>) => sql`json_build_object(
    'count', count(*) filter (where ${when}),
    'times', ${medianAndP90(took.replied, when)})`;
  return sql<StoredTimesOf>`
    select replied.*, solved.*
    from (
      select ${replied(sql`${moments.replied.at} >= ${from}`)} as "firstReply",
        ${replied(sql`${moments.replied.at} < ${from}`)} as "firstReplyBefore"
      from tickets t where ${counts} and ${happened("replied", { from: began, to })}
    ) replied, (
      select ${solvedIn(sql`true`)} as "solvedBefore"
      from tickets t where ${counts} and ${happened("resolved", { from: began, to: from })}
    ) solved`;
}

function solvedIn(when: RawBuilder<unknown>): RawBuilder<StoredSolved> {
  return sql<StoredSolved>`json_build_object(
    'count', count(*) filter (where ${when}),
    'times', ${medianAndP90(took.resolved, when)},
    'reopened', count(*) filter (where ${when} and ${outcomes.reopened}),
    'solvedInOne', count(*) filter (where ${when} and ${outcomes.solvedInOne}))`;
}
