import type { ReactNode } from "react";
import { drillDay, drillFigure } from "../../../shared/dashboard/drill.ts";
import { blockDefinitions, type DashboardDay } from "../../../shared/dashboard/figures.ts";
import { cn } from "../../lib/cn.ts";
import { formatNumber } from "../../lib/format.ts";
import { trpc } from "../../lib/trpc.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import { DayBars } from "../charts/DayBars.tsx";
import { DayLine } from "../charts/DayLine.tsx";
import { csvOf } from "../csv.ts";
import { longDay } from "../day-names.ts";
import { listOf } from "../ticket-list.ts";
import { type Dashboard, steady } from "../use-dashboard.ts";
import { Block } from "./Block.tsx";
import { areWeeks, dayGroups } from "./day-groups.ts";
import { type FigureCell, FigureTable } from "./FigureTable.tsx";

type DayFigure = "created" | "resolved" | "backlog";

const series = [
  { figure: "created", says: "created", name: "Created", fill: "fill-chart-1", dot: "bg-chart-1" },
  {
    figure: "resolved",
    says: "resolved",
    name: "Resolved",
    fill: "fill-chart-2",
    dot: "bg-chart-2",
  },
] as const;

/** How many came and went each day. */
export function CreatedAndResolved({ dashboard }: { dashboard: Dashboard }) {
  const { query, context, listOfDay } = useDays(dashboard);
  const { contextOf } = dashboard;
  return (
    <Block
      title="Created and resolved"
      definition={blockDefinitions.days}
      aside={<Legend areWeeks={areWeeks(query.data?.days ?? [])} />}
      query={query}
      csv={csvOf("days", dashboard)}
      skeleton={<ChartSkeleton />}
    >
      {({ days }, asTable) =>
        asTable ? (
          <DayTable
            days={days}
            figures={["created", "resolved"]}
            listOfDay={listOfDay}
            sum={(["created", "resolved"] as const).map((figure) => ({
              text: formatNumber(days.reduce((sum, day) => sum + day[figure], 0)),
              label: `In all, ${figure}`,
              to: listOf(drillFigure(figure, context)),
            }))}
          />
        ) : (
          <Chart
            nothing={
              days.every(({ created, resolved }) => created + resolved === 0) &&
              "Nothing was created or resolved in this period."
            }
          >
            <DayBars
              label="Tickets created and resolved"
              series={series}
              groups={dayGroups(days).map(({ range, name, ...counts }) => ({
                ...{ day: range.from, name },
                bars: series.map(({ figure }) => ({
                  value: counts[figure],
                  to: listOf(drillFigure(figure, contextOf(range))),
                })),
              }))}
            />
          </Chart>
        )
      }
    </Block>
  );
}

/** How many stood open at the end of each day. */
export function Backlog({ dashboard }: { dashboard: Dashboard }) {
  const { query, listOfDay } = useDays(dashboard);
  return (
    <Block
      title="Open backlog"
      definition={blockDefinitions.days}
      aside={
        <p className="text-muted-foreground text-xs">at the end of each day, snoozed ones too</p>
      }
      query={query}
      csv={csvOf("days", dashboard)}
      skeleton={<ChartSkeleton />}
    >
      {({ days }, asTable) =>
        asTable ? (
          <DayTable days={days} figures={["backlog"]} listOfDay={listOfDay} />
        ) : (
          <Chart
            nothing={
              days.every(({ backlog }) => backlog === 0) && "Nothing was open in this period."
            }
          >
            <DayLine
              label="Open tickets at the end of each day"
              says="open"
              days={days.map(({ day, backlog }) => ({
                ...{ day, value: backlog },
                to: listOfDay("backlog", day),
              }))}
            />
          </Chart>
        )
      }
    </Block>
  );
}

/** One call for both. */
function useDays({ input, contextOf }: Dashboard) {
  const query = trpc.dashboard.days.useQuery(input, steady);
  const days = query.data?.days ?? [];
  const context = contextOf({ from: days.at(0)?.day ?? "", to: days.at(-1)?.day ?? "" });
  const listOfDay = (figure: DayFigure, day: string) => listOf(drillDay(figure, day, context));
  return { query, context, listOfDay };
}

interface DayTableProps {
  days: readonly DashboardDay[];
  figures: readonly DayFigure[];
  listOfDay: (figure: DayFigure, day: string) => string;
  /** Of what adds up over days. */
  sum?: readonly FigureCell[];
}

const figureNames: Record<DayFigure, string> = {
  created: "Created",
  resolved: "Resolved",
  backlog: "Open",
};

function DayTable({ days, figures, listOfDay, sum }: DayTableProps) {
  const names = figures.map((figure) => figureNames[figure]);
  return (
    <div className="h-52 scroll-pt-14 overflow-y-auto pr-2">
      <FigureTable
        caption={`${names.join(" and ")} per day`}
        head={["Day", ...names]}
        sum={sum}
        rows={days.toReversed().map((day) => ({
          id: day.day,
          name: longDay(day.day),
          cells: figures.map((figure) => ({
            text: formatNumber(day[figure]),
            label: `${longDay(day.day)}, ${figureNames[figure].toLowerCase()}`,
            to: listOfDay(figure, day.day),
          })),
        }))}
      />
    </div>
  );
}

/** A chart of nothing keeps its days, and says so. */
function Chart({ nothing, children }: { nothing: string | false; children: ReactNode }) {
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

function Legend({ areWeeks }: { areWeeks: boolean }) {
  return (
    <p aria-hidden="true" className="flex gap-3 text-muted-foreground text-xs">
      {series.map(({ name, dot }) => (
        <span key={name} className="flex items-center gap-1.5">
          <span className={cn("size-2 rounded-xs forced-color-adjust-none", dot)} />
          {name}
        </span>
      ))}
      {areWeeks && <span>in seven days each</span>}
    </p>
  );
}

function ChartSkeleton() {
  return <Skeleton className="h-52 bg-accent" />;
}
