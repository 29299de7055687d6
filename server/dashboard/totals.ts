import { type RawBuilder, sql } from "kysely";
import { daysBefore, startOfDay } from "../../shared/dashboard/days.ts";
import type { DashboardTotals, DayRange, PeriodFigures } from "../../shared/dashboard/figures.ts";
import type { TotalsInput } from "../../shared/schemas/dashboard.ts";
import type { ActorDeps } from "../access/actor.ts";
import { sightOf } from "../access/scope.ts";
import { isOpen } from "../access/views.ts";
import {
  countReopenings,
  type Interval,
  presentIntervals,
  type StoredIntervals,
} from "./intervals.ts";
import { type Chosen, readFigures, type Selection, selectTickets } from "./selection.ts";
import {
  endless,
  type Milestone,
  type Period,
  presentTimes,
  reached,
  readFirstReplies,
  readResolved,
  type StoredResolved,
  type StoredTimes,
} from "./times.ts";

/** The row of figures. */
export async function readTotals(deps: ActorDeps, asked: TotalsInput): Promise<DashboardTotals> {
  const selection = await selectTickets(deps, asked);
  const { days, from, timeZone } = selection;
  const before = daysBefore(days);
  const began = asked.compare ? startOfDay(before.from, timeZone) : from;
  const [[figures], chosen] = await Promise.all([
    readFigures(deps.db, figuresOf(selection, began)),
    readChosenNames(deps, selection.chosen),
  ]);
  if (!figures) throw new Error("The figures of the dashboard are always one row");
  const resolved = [
    figures.before.resolved.count,
    figures.now.resolved.count,
    figures.resolvedAfter,
  ];
  const [intervalBefore, interval] = presentIntervals({ ...figures, resolved });
  return {
    now: presentPeriod(days, interval, figures.now),
    before: asked.compare ? presentPeriod(before, intervalBefore, figures.before) : null,
    endsToday: selection.endsToday,
    unassigned: figures.unassigned,
    chosen,
  };
}

interface PeriodTimes {
  firstReply: StoredTimes;
  resolved: StoredResolved;
}

interface StoredFigures extends Omit<StoredIntervals, "resolved"> {
  resolvedAfter: number;
  unassigned: number;
  now: PeriodTimes;
  before: PeriodTimes;
}

/** The intervals are the period before, the period, and the time after it. */
function figuresOf(selection: Selection, began: Date): RawBuilder<StoredFigures> {
  const { from, to, matches } = selection;
  const before = { from: began, to: from };
  const after = { from: to, to: endless };
  const count = (milestone: Milestone, period: Period) =>
    sql`(select count(*) from tickets t where ${matches} and ${reached(milestone, period)})`;
  const timesIn = (period: Period) => sql`json_build_object(
    'firstReply', (${readFirstReplies(matches, period)}),
    'resolved', (${readResolved(matches, period)}))`;
  return sql<StoredFigures>`
    select open.*,
      json_build_array(
        ${count("created", before)}, ${count("created", { from, to })}, ${count("created", after)}
      ) as created,
      ${count("resolved", after)} as "resolvedAfter",
      (${countReopenings([began, from, to], matches)}) as reopened,
      ${timesIn({ from, to })} as now,
      ${timesIn(before)} as before
    from (
      select count(*) as open, count(*) filter (where t.assignee_id is null) as unassigned
      from tickets t where ${matches} and ${isOpen}
    ) open`;
}

function presentPeriod(
  days: DayRange,
  interval: Interval | undefined,
  { firstReply, resolved }: PeriodTimes,
): PeriodFigures {
  return {
    days,
    created: interval?.created ?? 0,
    resolved: interval?.resolved ?? 0,
    backlog: interval?.backlog ?? 0,
    firstReply: presentTimes(firstReply),
    resolution: presentTimes(resolved),
    reopened: resolved.reopened,
    solvedInOne: resolved.solvedInOne,
  };
}

/**
 * The names of filters that mean exactly one record. A reader learns no name of a company outside
 * their scope, and none of a customer from an address.
 */
async function readChosenNames(
  { db, actor }: ActorDeps,
  { company, team, agent }: Chosen,
): Promise<DashboardTotals["chosen"]> {
  const seen = onlyOne(company)?.filter(
    (id) => sightOf(actor) === "all" || actor.companyIds.includes(id),
  );
  const asked = { company: onlyOne(seen), team: onlyOne(team), agent: onlyOne(agent) };
  if (!Object.values(asked).some(Boolean)) return {};
  const { rows } = await sql<{ [filter in keyof typeof asked]: string | null }>`
    select
      (select companies.name from companies where id = any(${asked.company ?? []}::uuid[])) as company,
      (select name from teams where id = any(${asked.team ?? []}::uuid[])) as team,
      (select btrim(first_name || ' ' || last_name) from users
        where id = any(${asked.agent ?? []}::uuid[]) and role <> 'Customer') as agent`.execute(db);
  const named = Object.entries(rows[0] ?? {}).filter(([, name]) => name !== null);
  return Object.fromEntries(named);
}

function onlyOne(ids: readonly string[] | null | undefined): readonly string[] | undefined {
  return ids?.length === 1 ? ids : undefined;
}
