import type { ReactNode } from "react";
import {
  type DrillContext,
  drillBreakdown,
  drillBreakdownTotal,
  drillOtherCompanies,
} from "../../../../shared/dashboard/drill.ts";
import {
  type BreakdownBy,
  type BreakdownOf,
  type BreakdownRow,
  blockDefinitions,
  type DashboardBreakdown,
} from "../../../../shared/dashboard/figures.ts";
import type { TicketPriority, TicketStatus } from "../../../../shared/tickets/vocabulary.ts";
import { formatNumber } from "../../../components/format/format.ts";
import { formatShare } from "../../../components/format/format-figures.ts";
import { PriorityLabel } from "../../../components/ticket/PriorityMark.tsx";
import { StatusLabel } from "../../../components/ticket/StatusMark.tsx";
import { Skeleton } from "../../../components/ui/skeleton.tsx";
import { trpc } from "../../../data/trpc.ts";
import { type NamedBar, NamedBars } from "../charts/NamedBars.tsx";
import { csvOf } from "../csv.ts";
import { listOf } from "../dashboard-address.ts";
import { type Dashboard, steady } from "../use-dashboard.ts";
import { Block } from "./Block.tsx";
import { FigureTable } from "./FigureTable.tsx";

export interface BreakdownKind {
  by: BreakdownBy;
  title: string;
  rows: number;
  flex: string;
}

/** The number of companies and tags shown; the rest is combined in one row. */
const shownRows = 5;

export const ofNames: Record<BreakdownOf, string> = {
  open: "Open now",
  created: "Created",
  resolved: "Resolved",
};

/** The same tickets, counted by one of their fields. */
export function Breakdown({
  by,
  title,
  rows,
  flex,
  dashboard,
}: BreakdownKind & { dashboard: Dashboard }) {
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
      isSecondary
      skeleton={<RowsSkeleton rows={rows} />}
      flex={flex}
    >
      {(data, asTable) => (
        <Rows
          label={`${ofNames[of]} tickets ${title.toLowerCase()}`}
          by={by}
          of={of}
          data={data}
          asTable={asTable}
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
  const cellsOf = ({ name, count, to }: Pick<NamedBar, "name" | "count" | "to">) => [
    { text: formatNumber(count), label: name, to },
    {
      text: formatShare(count / data.total),
      label: `${name}, share`,
      to,
      hint: count === 1 ? "Of 1 ticket." : `Of ${formatNumber(count)} tickets.`,
    },
  ];
  const rest = restOf(of, data, context);
  if (rest) bars.push(rest);
  return (
    <>
      {asTable ? (
        <FigureTable
          caption={label}
          head={["", "Tickets", "Share"]}
          rows={bars.map((bar) => ({
            id: bar.id,
            name: bar.look ?? <Name name={bar.name} />,
            cells: cellsOf(bar),
          }))}
          // A ticket with several tags is counted once for each.
          sum={
            by === "tag"
              ? undefined
              : cellsOf({
                  name: "In all",
                  count: data.total,
                  to: listOf(drillBreakdownTotal(of, context)),
                })
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
  open: "No open tickets.",
  created: "Nothing was created in this period.",
  resolved: "Nothing was resolved in this period.",
};

function lookOf(by: BreakdownBy, { word, name }: BreakdownRow): ReactNode {
  if (by === "status") return <StatusLabel status={word as TicketStatus} />;
  if (by === "priority") return <PriorityLabel priority={word as TicketPriority} />;
  return word === null ? <span className="truncate text-muted-foreground">{name}</span> : undefined;
}

/** The companies without a row of their own, as one row. */
function restOf(
  of: BreakdownOf,
  { rows, others }: DashboardBreakdown,
  context: DrillContext,
): NamedBar | null {
  if (!others || others.count === null) return null;
  const drill = drillOtherCompanies(of, rows, context);
  const name = others.groups === 1 ? "1 other" : `${formatNumber(others.groups)} others`;
  return {
    id: "\u0000others",
    name,
    count: others.count,
    isRest: true,
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
