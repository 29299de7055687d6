import { blockDefinitions } from "../../../../shared/dashboard/figures.ts";
import { DayLine } from "../charts/DayLine.tsx";
import { csvOf } from "../csv.ts";
import type { Dashboard } from "../use-dashboard.ts";
import { Block } from "./Block.tsx";
import { DayChart, DayChartSkeleton, DayTable, useDays } from "./DayTable.tsx";

/** How many tickets were open at the end of each day. */
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
      skeleton={<DayChartSkeleton />}
    >
      {({ days }, asTable) =>
        asTable ? (
          <DayTable days={days} figures={["backlog"]} listOfDay={listOfDay} />
        ) : (
          <DayChart
            nothing={
              days.every(({ backlog }) => backlog === 0) && "Nothing was open in this period."
            }
          >
            <DayLine
              label="Open tickets at the end of each day"
              says="open"
              days={days.map(({ day, backlog }) => ({
                day,
                value: backlog,
                to: listOfDay("backlog", day),
              }))}
            />
          </DayChart>
        )
      }
    </Block>
  );
}
