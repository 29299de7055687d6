import { drillHour } from "../../../../shared/dashboard/drill.ts";
import { blockDefinitions } from "../../../../shared/dashboard/figures.ts";
import { formatNumber } from "../../../components/format/format.ts";
import { Skeleton } from "../../../components/ui/skeleton.tsx";
import { trpc } from "../../../data/trpc.ts";
import { HeatMap, type HeatRow, heatHeight } from "../charts/HeatMap.tsx";
import { csvOf } from "../csv.ts";
import { listOf } from "../dashboard-address.ts";
import { hourName, weekdayNames } from "../day-names.ts";
import { type Dashboard, steady } from "../use-dashboard.ts";
import { Block } from "./Block.tsx";
import { FigureTable } from "./FigureTable.tsx";

const label = "Tickets created, by weekday and hour";

/** At which hours of which weekdays tickets arrive. */
export function Arrivals({ dashboard }: { dashboard: Dashboard }) {
  const { input, contextOf, timeZone } = dashboard;
  const query = trpc.dashboard.arrivals.useQuery(input, steady);
  return (
    <Block
      title="Arrivals by hour"
      definition={blockDefinitions.arrivals}
      aside={<p className="text-muted-foreground text-xs">{timeZone.replaceAll("_", " ")}</p>}
      query={query}
      csv={csvOf("arrivals", dashboard)}
      isSecondary
      skeleton={<Skeleton style={{ height: heatHeight }} className="bg-accent" />}
    >
      {({ days, weekdays }, asTable) => {
        const context = contextOf(days);
        const rows = weekdays.map(
          (hours, weekday): HeatRow => ({
            name: weekdayNames[weekday] ?? "",
            cells: hours.map((count, hour) => ({
              hour,
              count,
              to: listOf(drillHour(weekday, hour, context)),
            })),
          }),
        );
        return asTable ? <HourTable rows={rows} /> : <HeatMap label={label} rows={rows} />;
      }}
    </Block>
  );
}

/** A row per hour, since the weekdays fit next to each other on a phone. */
function HourTable({ rows }: { rows: readonly HeatRow[] }) {
  return (
    <div className="relative flex-1" style={{ minHeight: heatHeight }}>
      <div className="absolute inset-0 overflow-y-auto pr-2 print:static print:overflow-visible">
        <FigureTable
          caption={label}
          head={["Hour", ...rows.map(({ name }) => name.slice(0, 3))]}
          rows={Array.from({ length: 24 }, (_, hour) => ({
            id: String(hour),
            name: hourName(hour),
            cells: rows.map(({ name, cells }) => ({
              text: formatNumber(cells[hour]?.count ?? 0),
              label: `${name}, ${hourName(hour)}`,
              to: cells[hour]?.to ?? null,
            })),
          }))}
        />
      </div>
    </div>
  );
}
