import type { Dashboard } from "../use-dashboard.ts";
import { AddressChoice } from "./AddressChoice.tsx";
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
        <AddressChoice label="Of which tickets" dashboard={dashboard} of="of" names={ofNames} />
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
