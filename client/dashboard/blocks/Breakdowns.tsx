import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import {
  type DrillContext,
  drillBreakdown,
  drillOtherCompanies,
} from "../../../shared/dashboard/drill.ts";
import {
  type BreakdownBy,
  type BreakdownOf,
  type BreakdownRow,
  blockDefinitions,
  breakdownsOf,
  type DashboardBreakdown,
} from "../../../shared/dashboard/figures.ts";
import type { TicketPriority, TicketStatus } from "../../../shared/tickets/vocabulary.ts";
import { cn } from "../../lib/cn.ts";
import { formatNumber, formatShare } from "../../lib/format.ts";
import { trpc } from "../../lib/trpc.ts";
import { PriorityLabel } from "../../parts/ticket/PriorityMark.tsx";
import { StatusLabel } from "../../parts/ticket/StatusMark.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { type NamedBar, NamedBars } from "../charts/NamedBars.tsx";
import { csvOf } from "../csv.ts";
import { dashboardAddress } from "../dashboard-address.ts";
import { listOf } from "../ticket-list.ts";
import { type Dashboard, steady } from "../use-dashboard.ts";
import { Block } from "./Block.tsx";
import { FigureTable } from "./FigureTable.tsx";

interface Kind {
  by: BreakdownBy;
  title: string;
  rows: number;
  flex: string;
}

/** The first have many names and long ones. Each group stays together where all have no room. */
const groups: Kind[][] = [
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

/** Of companies and tags; what is beyond stands together in one. */
const shownRows = 5;

const ofNames: Record<BreakdownOf, string> = {
  open: "Open now",
  created: "Created",
  resolved: "Resolved",
};

/** The same tickets by what they are. */
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

/** Each choice is an address, as all that the dashboard looks at. */
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
              : "text-muted-foreground hover:bg-accent hover:text-foreground",
          )}
        >
          {ofNames[of]}
        </Link>
      ))}
    </nav>
  );
}

function Breakdown({ by, title, rows, flex, dashboard }: Kind & { dashboard: Dashboard }) {
  const { of } = dashboard.view;
  const query = trpc.dashboard.breakdown.useQuery(
    { ...dashboard.input, by, of, limit: shownRows },
    steady,
  );
  return (
    <Block
      title={title}
      definition={blockDefinitions.breakdown}
      query={query}
      csv={csvOf("breakdown", dashboard, { by, of })}
      skeleton={<RowsSkeleton rows={rows} />}
      flex={flex}
    >
      {(data, asTable) => (
        <Rows
          label={`${ofNames[of]} tickets ${title.toLowerCase()}`}
          {...{ by, of, data, asTable }}
          context={dashboard.contextOf(data.days)}
        />
      )}
    </Block>
  );
}

interface RowsProps {
  label: string;
  by: BreakdownBy;
  of: BreakdownOf;
  data: DashboardBreakdown;
  asTable: boolean;
  context: DrillContext;
}

function Rows({ label, by, of, data, asTable, context }: RowsProps) {
  if (data.total === 0) {
    return <p className="py-6 text-center text-muted-foreground">{nothing[of]}</p>;
  }
  const bars = data.rows.map(
    (row): NamedBar => ({
      id: row.word ?? "",
      name: row.name,
      look: lookOf(by, row),
      count: row.count,
      to: listOf(drillBreakdown(by, of, row.word, context)),
    }),
  );
  const rest = restOf(of, data, context);
  if (rest) bars.push(rest);
  return (
    <>
      {asTable ? (
        <FigureTable
          caption={label}
          head={["", "Tickets", "Share"]}
          rows={bars.map(({ id, name, look, count, to }) => ({
            ...{ id, name: look ?? <Name name={name} /> },
            cells: [
              { text: formatNumber(count), label: name, to },
              { text: formatShare(count / data.total), to: null },
            ],
          }))}
          // A ticket with several tags stands at each of them.
          sum={
            by === "tag"
              ? undefined
              : [
                  { text: formatNumber(data.total), to: null },
                  { text: formatShare(1), to: null },
                ]
          }
        />
      ) : (
        <NamedBars label={label} rows={bars} />
      )}
      {data.others && data.others.count === null && (
        <p className="pt-1.5 text-muted-foreground text-xs">
          and{" "}
          {data.others.groups === 1
            ? "1 other tag"
            : `${formatNumber(data.others.groups)} other tags`}
        </p>
      )}
    </>
  );
}

const nothing: Record<BreakdownOf, string> = {
  open: "No ticket is open.",
  created: "Nothing was created in this period.",
  resolved: "Nothing was resolved in this period.",
};

function lookOf(by: BreakdownBy, { word, name }: BreakdownRow): ReactNode {
  if (by === "status") return <StatusLabel status={word as TicketStatus} />;
  if (by === "priority") return <PriorityLabel priority={word as TicketPriority} />;
  return word === null ? <span className="truncate text-muted-foreground">{name}</span> : undefined;
}

/** The companies that have no row of their own. */
function restOf(
  of: BreakdownOf,
  { rows, others }: DashboardBreakdown,
  context: DrillContext,
): NamedBar | null {
  if (!others || others.count === null) return null;
  const drill = drillOtherCompanies(of, rows, context);
  const name = others.groups === 1 ? "1 other" : `${formatNumber(others.groups)} others`;
  return {
    ...{ id: "\u0000others", name, count: others.count, isRest: true },
    to: drill && listOf(drill),
  };
}

function Name({ name }: { name: string }) {
  return (
    <span dir="auto" data-hint={name} data-hint-cut="" className="block truncate text-left">
      {name}
    </span>
  );
}

function RowsSkeleton({ rows }: { rows: number }) {
  return Array.from({ length: rows }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same.
    <div key={index} className="flex h-8 items-center gap-3">
      <Skeleton className="w-2/5" />
      <Skeleton className="flex-1" />
    </div>
  ));
}
