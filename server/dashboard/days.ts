import { eachDay, startOfDay } from "../../shared/dashboard/days.ts";
import type { DashboardDays } from "../../shared/dashboard/figures.ts";
import type { BlockInput } from "../../shared/schemas/dashboard.ts";
import type { ActorDeps } from "../access/actor.ts";
import { presentIntervals, readIntervals } from "./intervals.ts";
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
