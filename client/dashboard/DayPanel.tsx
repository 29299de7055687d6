import { ChartColumn, Table2 } from "lucide-react";
import { useState } from "react";
import { IconButton } from "../ui/icon-button.tsx";
import { DayChart, type Days } from "./DayChart.tsx";
import { DayTable } from "./DayTable.tsx";
import { Panel } from "./Panel.tsx";

export function DayPanel({ days, className }: { days: Days; className?: string }) {
  const [asTable, setAsTable] = useState(false);
  const quiet = days.every(({ created, resolved }) => created + resolved === 0);
  return (
    <Panel
      title="Created and resolved"
      className={className}
      aside={<Legend />}
      action={
        <IconButton
          label={asTable ? "Show as chart" : "Show as table"}
          onClick={() => setAsTable(!asTable)}
        >
          {asTable ? <ChartColumn /> : <Table2 />}
        </IconButton>
      }
    >
      {asTable ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll by keyboard too.
        <div tabIndex={0} className="h-52 overflow-y-auto pr-2">
          <DayTable days={days} />
        </div>
      ) : (
        <div className="relative">
          <DayChart days={days} />
          {quiet && (
            <p className="absolute inset-0 grid place-items-center pb-8 text-muted-foreground">
              Nothing was created or resolved in this period.
            </p>
          )}
          <div className="sr-only">
            <DayTable days={days} />
          </div>
        </div>
      )}
    </Panel>
  );
}

function Legend() {
  return (
    <p aria-hidden="true" className="flex gap-3 text-muted-foreground text-xs">
      <span className="flex items-center gap-1.5">
        <span className="size-2 rounded-xs bg-chart-1" />
        Created
      </span>
      <span className="flex items-center gap-1.5">
        <span className="size-2 rounded-xs bg-chart-2" />
        Resolved
      </span>
    </p>
  );
}
