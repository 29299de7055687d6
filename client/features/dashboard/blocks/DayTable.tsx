import type { ReactNode } from "react";
import { drillDay } from "../../../../shared/dashboard/drill.ts";
import type { DashboardDay } from "../../../../shared/dashboard/figures.ts";
import { formatNumber } from "../../../components/format/format.ts";
import { Skeleton } from "../../../components/ui/skeleton.tsx";
import { trpc } from "../../../data/trpc.ts";
import { listOf } from "../dashboard-address.ts";
import { namesOfDays } from "../day-names.ts";
import { type Dashboard, steady } from "../use-dashboard.ts";
import { type FigureCell, FigureTable } from "./FigureTable.tsx";

interface Props {
  days: readonly DashboardDay[];
  figures: readonly DayFigure[];
  listOfDay: (figure: DayFigure, day: string) => string;
  /** The total, for figures that add up over days. */
  sum?: readonly FigureCell[];
}

const figureNames: Record<DayFigure, string> = {
  created: "Created",
  resolved: "Resolved",
  backlog: "Open",
};

export function DayTable({ days, figures, listOfDay, sum }: Props) {
  const names = figures.map((figure) => figureNames[figure]);
  const nameOf = namesOfDays(days.map(({ day }) => day)).long;
  return (
    // Paper cannot scroll.
    <div className="h-52 scroll-pt-14 overflow-y-auto pr-2 print:h-auto print:overflow-visible">
      <FigureTable
        caption={`${names.join(" and ")} per day`}
        head={["Day", ...names]}
        sum={sum}
        rows={days.toReversed().map((day) => ({
          id: day.day,
          name: nameOf(day.day),
          cells: figures.map((figure) => ({
            text: formatNumber(day[figure]),
            label: `${nameOf(day.day)}, ${figureNames[figure].toLowerCase()}`,
            to: listOfDay(figure, day.day),
          })),
        }))}
      />
    </div>
  );
}

type DayFigure = "created" | "resolved" | "backlog";

/** One query for created, resolved and backlog. */
export function useDays({ input, contextOf }: Dashboard) {
  const query = trpc.dashboard.days.useQuery(input, steady);
  const days = query.data?.days ?? [];
  const context = contextOf({ from: days.at(0)?.day ?? "", to: days.at(-1)?.day ?? "" });
  const listOfDay = (figure: DayFigure, day: string) => listOf(drillDay(figure, day, context));
  return { query, context, listOfDay };
}

/** An empty chart keeps its days and says that it is empty. */
export function DayChart({ nothing, children }: { nothing: string | false; children: ReactNode }) {
  return (
    <div className="relative">
      {children}
      {nothing && (
        <p className="pointer-events-none absolute inset-0 grid place-items-center pb-8 text-muted-foreground">
          {nothing}
        </p>
      )}
    </div>
  );
}

export function DayChartSkeleton() {
  return <Skeleton className="h-52 bg-accent" />;
}
