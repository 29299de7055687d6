import { usePage } from "../../app/navigation/page.ts";
import { Agents } from "./blocks/Agents.tsx";
import { Arrivals } from "./blocks/Arrivals.tsx";
import { Backlog } from "./blocks/Backlog.tsx";
import { Breakdowns } from "./blocks/Breakdowns.tsx";
import { CreatedAndResolved } from "./blocks/CreatedAndResolved.tsx";
import { longDay } from "./day-names.ts";
import { FigureTiles, useTotals } from "./FigureTiles.tsx";
import { Filters } from "./filters/Filters.tsx";
import { NothingToCount } from "./NothingToCount.tsx";
import { PageActions } from "./PageActions.tsx";
import { PaperHead } from "./PaperHead.tsx";
import { TodoCards } from "./TodoCards.tsx";
import { useDashboard } from "./use-dashboard.ts";
import { useIsEmptyDesk } from "./use-is-empty-desk.ts";
import { useWayBack } from "./use-way-back.ts";

/** Where the desk stands, and what to do next. Every number leads to the tickets it counts. */
export function DashboardPage() {
  usePage("Dashboard");
  const dashboard = useDashboard();
  const wayBack = useWayBack();
  const totals = useTotals(dashboard);
  const isEmpty = useIsEmptyDesk(dashboard, totals.data);
  const chosen = totals.isPlaceholderData ? undefined : totals.data?.chosen;

  return (
    <div
      className="min-h-full bg-background print:[print-color-adjust:exact] print:[zoom:0.58]"
      {...wayBack}
    >
      <div className="mx-auto flex max-w-400 flex-col gap-3.5 p-4 shell:px-5">
        <header className="flex flex-wrap items-center gap-2">
          <h1 className="mr-auto font-semibold text-lg">{longDay(dashboard.today)}</h1>
          {!isEmpty && (
            <div className="flex flex-wrap items-center gap-2 max-shell:w-full print:hidden">
              <Filters dashboard={dashboard} chosen={chosen} />
              <div className="contents max-shell:ml-auto max-shell:flex">
                <PageActions dashboard={dashboard} />
              </div>
            </div>
          )}
          <PaperHead dashboard={dashboard} totals={totals.data} />
        </header>
        {isEmpty ? (
          <NothingToCount />
        ) : (
          <>
            <TodoCards dashboard={dashboard} />
            <FigureTiles dashboard={dashboard} />
            <div className="flex flex-wrap gap-3.5">
              <CreatedAndResolved dashboard={dashboard} />
              <Backlog dashboard={dashboard} />
            </div>
            <div className="flex flex-wrap gap-3.5">
              <Arrivals dashboard={dashboard} />
              <Agents dashboard={dashboard} />
            </div>
            <Breakdowns dashboard={dashboard} />
          </>
        )}
      </div>
    </div>
  );
}
