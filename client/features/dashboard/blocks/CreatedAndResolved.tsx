import { drillFigure } from "../../../../shared/dashboard/drill.ts";
import { blockDefinitions } from "../../../../shared/dashboard/figures.ts";
import { cn } from "../../../components/cn.ts";
import { formatNumber } from "../../../components/format/format.ts";
import { DayBars } from "../charts/DayBars.tsx";
import { csvOf } from "../csv.ts";
import { listOf } from "../dashboard-address.ts";
import type { Dashboard } from "../use-dashboard.ts";
import { Block } from "./Block.tsx";
import { DayChart, DayChartSkeleton, DayTable, useDays } from "./DayTable.tsx";
import { areWeeks, dayGroups } from "./day-groups.ts";

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
