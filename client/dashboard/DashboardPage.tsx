import { keepPreviousData } from "@tanstack/react-query";
import { type DashboardFigures, type Period, periodNames } from "../../shared/dashboard.ts";
import { cn } from "../lib/cn.ts";
import { readFailure } from "../lib/errors.ts";
import { useNow } from "../lib/now.ts";
import { usePage } from "../lib/page.tsx";
import { trpc } from "../lib/trpc.ts";
import { useTimeZone } from "../lib/viewer.ts";
import { useListAddress } from "../parts/list-address.ts";
import { ListTrouble, StaleStrip } from "../parts/list-trouble.tsx";
import { StatusLabel } from "../parts/status-mark.tsx";
import { BarRows } from "./BarRows.tsx";
import { DashboardSkeleton } from "./DashboardSkeleton.tsx";
import { DayPanel } from "./DayPanel.tsx";
import { longDay } from "./day-names.ts";
import { FigureRow } from "./FigureRow.tsx";
import { Panel } from "./Panel.tsx";
import { PeriodChoice } from "./PeriodChoice.tsx";
import { periodAddress } from "./period-address.ts";

export function DashboardPage() {
  const [{ period }] = useListAddress(periodAddress);
  const timeZone = useTimeZone();
  const figures = trpc.dashboard.figures.useQuery(
    { period, timeZone },
    { placeholderData: keepPreviousData, meta: { showsError: true } },
  );
  const failure = figures.isError ? readFailure(figures.error) : null;
  const retry = () => void figures.refetch();
  usePage("Dashboard");

  return (
    <div className="min-h-full bg-background">
      {failure && figures.data && <StaleStrip failure={failure} retry={retry} />}
      <div className="mx-auto flex max-w-400 flex-col gap-3.5 p-4 shell:px-5">
        <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <h1 className="font-semibold text-lg">{longDay(useToday(timeZone))}</h1>
          <PeriodChoice period={period} />
        </header>
        {failure && !figures.data && <ListTrouble failure={failure} retry={retry} />}
        {figures.isPending && <DashboardSkeleton />}
        {figures.data && (
          <Figures figures={figures.data} period={period} isPrevious={figures.isPlaceholderData} />
        )}
      </div>
    </div>
  );
}

interface FiguresProps {
  figures: DashboardFigures;
  period: Period;
  isPrevious: boolean;
}

function Figures({ figures, period, isPrevious }: FiguresProps) {
  return (
    <div aria-busy={isPrevious} className={cn("flex flex-col gap-3.5", isPrevious && "opacity-55")}>
      <FigureRow figures={figures} />
      <p className="sr-only">{periodNames[period]}, against the same time before.</p>
      <div className="grid gap-3.5 shell:grid-cols-2 xl:grid-cols-4">
        <DayPanel days={figures.days} className="shell:col-span-2" />
        <Panel title="Open by status">
          <BarRows
            label="Open tickets by status"
            rows={figures.byStatus.map(({ status, count }) => ({
              id: status,
              name: <StatusLabel status={status} />,
              count,
            }))}
          />
        </Panel>
        <Panel title="Open by company">
          {figures.topCompanies.length > 0 ? (
            <BarRows
              label="Open tickets by company"
              rows={figures.topCompanies.map(({ id, name, open }) => ({
                id,
                name: <CompanyName name={name} />,
                count: open,
              }))}
            />
          ) : (
            <p className="py-12 text-center text-muted-foreground">
              No company has an open ticket.
            </p>
          )}
        </Panel>
      </div>
    </div>
  );
}

function CompanyName({ name }: { name: string }) {
  return (
    <span dir="auto" title={name} className="block truncate text-left">
      {name}
    </span>
  );
}

/** The day it is where the viewer is: `2026-11-21`. */
function useToday(timeZone: string): string {
  return new Intl.DateTimeFormat("sv-SE", { timeZone }).format(useNow());
}
