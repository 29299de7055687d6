import type { DashboardDay } from "../../../../shared/dashboard/figures.ts";
import { formatNumber } from "../../../components/format/format.ts";
import { namesOfDays } from "../day-names.ts";
import { type FigureCell, FigureTable } from "./FigureTable.tsx";
import type { DayFigure } from "./use-days.ts";

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
