import { eachDay, startOfDay } from "../../shared/dashboard/days.ts";
import type { DashboardDays } from "../../shared/dashboard/figures.ts";
import type { BlockInput } from "../../shared/schemas/dashboard.ts";
import type { ActorDeps } from "../actor.ts";
import { lookAt, readBy } from "./looked-at.ts";
import { presentSpans, readSpans } from "./spans.ts";

/** A day is what the calendar of the time zone says: 23 or 25 hours where the clocks change. */
export async function readDays(deps: ActorDeps, asked: BlockInput): Promise<DashboardDays> {
  const looked = await lookAt(deps, asked);
  const { days, timeZone, to } = looked;
  const each = eachDay(days);
  const edges = [...each.map((day) => startOfDay(day, timeZone)), to];
  const read = readBy(looked);
  const [row] = await read(deps.db, readSpans(edges, looked));
  if (!row) throw new Error("The days of the dashboard are always one row");
  const spans = presentSpans(row);
  return {
    days: each.map((day, index) => {
      const { created = 0, resolved = 0, backlog = 0 } = spans[index] ?? {};
      return { day, created, resolved, backlog };
    }),
  };
}
