import { sql } from "kysely";
import type { DashboardArrivals } from "../../shared/dashboard/figures.ts";
import { shownHours } from "../../shared/dashboard/hours.ts";
import type { BlockInput } from "../../shared/schemas/dashboard.ts";
import type { ActorDeps } from "../access/actor.ts";
import { countByInterval, datesOf } from "./intervals.ts";
import { readFigures, selectTickets } from "./selection.ts";

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
