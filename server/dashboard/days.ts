import { sql } from "kysely";
import { eachDay, startOfDay } from "../../shared/dashboard/days.ts";
import type { DashboardArrivals, DashboardDays } from "../../shared/dashboard/figures.ts";
import { shownHours } from "../../shared/dashboard/hours.ts";
import type { BlockInput } from "../../shared/schemas/dashboard.ts";
import type { ActorDeps } from "../access/actor.ts";
import { countByInterval, datesOf, presentIntervals, readIntervals } from "./intervals.ts";
import { readFigures, selectTickets } from "./selection.ts";

/** A day is a day of the time zone's calendar: 23 or 25 hours where the clocks change. */
export async function readDays(deps: ActorDeps, asked: BlockInput): Promise<DashboardDays> {
  const selection = await selectTickets(deps, asked);
  const { days, timeZone, from, to } = selection;
  const each = eachDay(days);
  const later = each.slice(1).map((day) => startOfDay(day, timeZone));
  const [row] = await readFigures(deps.db, readIntervals([from, ...later, to], selection));
  if (!row) throw new Error("The days of the dashboard are always one row");
  const intervals = presentIntervals(row);
  return {
    days: each.map((day, index) => {
      const { created = 0, resolved = 0, backlog = 0 } = intervals[index] ?? {};
      return { day, created, resolved, backlog };
    }),
  };
}

/** Counted by hour: the weekday and hour on the clocks are computed once per hour, not per ticket. */
export async function readArrivals(deps: ActorDeps, asked: BlockInput): Promise<DashboardArrivals> {
  const { days, timeZone, from, to, matches } = await selectTickets(deps, asked);
  const hours = shownHours(days, timeZone);
  const edges = hours.map((hour) => hour.from);
  const counts = countByInterval(edges, datesOf("created", matches, { from, to }));
  const [row] = await readFigures(deps.db, sql<{ counts: number[] }>`select (${counts}) as counts`);
  const weekdays = Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => 0));
  for (const [index, { weekday, hour }] of hours.entries()) {
    const cells = weekdays[weekday];
    if (cells) cells[hour] = (cells[hour] ?? 0) + (row?.counts[index] ?? 0);
  }
  return { days, weekdays };
}
