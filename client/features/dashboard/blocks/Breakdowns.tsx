import { Link } from "react-router-dom";
import { breakdownsOf } from "../../../../shared/dashboard/figures.ts";
import { cn } from "../../../components/cn.ts";
import { dashboardAddress } from "../dashboard-address.ts";
import type { Dashboard } from "../use-dashboard.ts";
import { Breakdown, type BreakdownKind, ofNames } from "./Breakdown.tsx";

/** The first group has many long names. Groups stay together where not all fit in a row. */
const groups: BreakdownKind[][] = [
  [
    { by: "company", title: "By company", rows: 6, flex: "1 1 15rem" },
    { by: "tag", title: "By tag", rows: 6, flex: "1 1 15rem" },
  ],
  [
    { by: "status", title: "By status", rows: 4, flex: "1 1 11rem" },
    { by: "priority", title: "By priority", rows: 4, flex: "1 1 11rem" },
    { by: "type", title: "By type", rows: 4, flex: "1 1 11rem" },
  ],
];

/** The same tickets, counted by different fields. */
export function Breakdowns({ dashboard }: { dashboard: Dashboard }) {
  return (
    <section aria-label="Breakdowns" className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 className="font-semibold">Breakdown of tickets</h2>
        <OfChoice dashboard={dashboard} />
      </div>
      <div className="flex flex-wrap gap-3.5">
        {groups.map((kinds) => (
          <div
            key={kinds[0]?.by}
            style={{ flex: "1 1 32rem" }}
            className="flex min-w-0 flex-wrap gap-3.5"
          >
            {kinds.map((kind) => (
              <Breakdown key={kind.by} {...kind} dashboard={dashboard} />
            ))}
          </div>
        ))}
      </div>
    </section>
  );
}

/** Each choice is a link, since the dashboard's state is in its address. */
function OfChoice({ dashboard: { view } }: { dashboard: Dashboard }) {
  return (
    <nav
      aria-label="Of which tickets"
      className="flex w-fit gap-0.5 rounded-md border bg-card p-0.5"
    >
      {breakdownsOf.map((of) => (
        <Link
          key={of}
          to={{ search: dashboardAddress.write({ ...view, of }) }}
          replace
          aria-current={of === view.of ? "true" : undefined}
          className={cn(
            "inline-flex h-6.5 items-center rounded-sm px-2.5 pointer-coarse:h-11",
            of === view.of
              ? "bg-selected font-medium text-selected-foreground"
              : "text-muted-foreground hover:bg-accent hover:text-foreground print:hidden",
          )}
        >
          {ofNames[of]}
        </Link>
      ))}
    </nav>
  );
}
