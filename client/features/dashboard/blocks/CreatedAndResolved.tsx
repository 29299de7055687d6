import { drillFigure } from "../../../../shared/dashboard/drill.ts";
import {
  blockDefinitions,
  type DashboardDay,
  type DayRange,
} from "../../../../shared/dashboard/figures.ts";
import { cn } from "../../../components/cn.ts";
import { formatNumber } from "../../../components/format/format.ts";
import { DayBars } from "../charts/DayBars.tsx";
import { csvOf } from "../csv.ts";
import { listOf } from "../dashboard-address.ts";
import { namesOfDays } from "../day-names.ts";
import type { Dashboard } from "../use-dashboard.ts";
import { Block } from "./Block.tsx";
import { DayChart, DayChartSkeleton, DayTable, useDays } from "./DayTable.tsx";

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

/** How many tickets were created and resolved each day. */
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
      skeleton={<DayChartSkeleton />}
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
          <DayChart
            nothing={
              days.every(({ created, resolved }) => created + resolved === 0) &&
              "Nothing was created or resolved in this period."
            }
          >
            <DayBars
              label="Tickets created and resolved"
              series={series}
              groups={dayGroups(days).map(({ range, name, ...counts }) => ({
                day: range.from,
                name,
                bars: series.map(({ figure }) => ({
                  value: counts[figure],
                  to: listOf(drillFigure(figure, contextOf(range))),
                })),
              }))}
            />
          </DayChart>
        )
      }
    </Block>
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

interface DayGroup {
  range: DayRange;
  name: string;
  created: number;
  resolved: number;
}

/** With more days, their bars would be too thin to hover. */
const mostDays = 100;

function areWeeks(days: readonly DashboardDay[]): boolean {
  return days.length > mostDays;
}

/** One group per day, or per seven days of a long period, with the last one complete. */
export function dayGroups(days: readonly DashboardDay[]): DayGroup[] {
  const size = areWeeks(days) ? 7 : 1;
  const names = namesOfDays(days.map(({ day }) => day));
  const groups: DayGroup[] = [];
  for (let end = days.length; end > 0; end -= size) {
    groups.unshift(groupOf(days.slice(Math.max(0, end - size), end), names));
  }
  return groups;
}

function groupOf(
  days: readonly DashboardDay[],
  { short, long }: ReturnType<typeof namesOfDays>,
): DayGroup {
  const [from, to] = [days.at(0)?.day ?? "", days.at(-1)?.day ?? ""];
  return {
    range: { from, to },
    name: from === to ? long(from) : `${short(from)} to ${short(to)}`,
    created: days.reduce((sum, { created }) => sum + created, 0),
    resolved: days.reduce((sum, { resolved }) => sum + resolved, 0),
  };
}
