import { drillDay } from "../../../../shared/dashboard/drill.ts";
import { trpc } from "../../../data/trpc.ts";
import { listOf } from "../ticket-list.ts";
import { type Dashboard, steady } from "../use-dashboard.ts";

export type DayFigure = "created" | "resolved" | "backlog";

/** One query for created, resolved and backlog. */
export function useDays({ input, contextOf }: Dashboard) {
  const query = trpc.dashboard.days.useQuery(input, steady);
  const days = query.data?.days ?? [];
  const context = contextOf({ from: days.at(0)?.day ?? "", to: days.at(-1)?.day ?? "" });
  const listOfDay = (figure: DayFigure, day: string) => listOf(drillDay(figure, day, context));
  return { query, context, listOfDay };
}
