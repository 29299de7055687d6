import { sql } from "kysely";
import type { DashboardArrivals } from "../../shared/dashboard/figures.ts";
import { shownHours } from "../../shared/dashboard/hours.ts";
import type { BlockInput } from "../../shared/schemas/dashboard.ts";
import type { ActorDeps } from "../actor.ts";
import { countsBetween } from "./counts-between.ts";
import { lookAt, readBy } from "./looked-at.ts";

/** An hour at a time: where the clocks stand at a ticket's creation need not be asked of each. */
export async function readArrivals(deps: ActorDeps, asked: BlockInput): Promise<DashboardArrivals> {
  const looked = await lookAt(deps, asked);
  const hours = shownHours(looked.days, looked.timeZone);
  const edges = [...hours.map(({ from }) => from), looked.to];
  const counts = countsBetween(edges, "created", looked);
  const read = readBy(looked);
  const [row] = await read(deps.db, sql<{ counts: number[] }>`select (${counts}) as counts`);
  const weekdays = Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => 0));
  for (const [index, { weekday, hour }] of hours.entries()) {
    const cells = weekdays[weekday];
    if (cells) cells[hour] = (cells[hour] ?? 0) + (row?.counts[index] ?? 0);
  }
  return { days: looked.days, weekdays };
}
