import type { ReactNode } from "react";
import type { TicketRow } from "../../../../shared/tickets/vocabulary.ts";
import { cn } from "../../../components/cn.ts";
import { DataTable } from "../../../components/table/DataTable.tsx";
import type { RowSelection } from "../../../components/table/selection/row-selection.ts";
import type { Column, Columns, Sort } from "../../../components/table/table-columns.ts";
import type { Pages } from "../../../components/table/use-pages.ts";
import { PriorityLabel } from "../../../components/ticket/PriorityMark.tsx";
import { StatusLabel } from "../../../components/ticket/StatusMark.tsx";
import { TimeAgo } from "../../../components/ui/time-ago.tsx";
import { SnoozedUntil } from "../SnoozedUntil.tsx";
import { Waiting } from "../Waiting.tsx";
import { AssigneeCell } from "./AssigneeCell.tsx";
import { hasMatchingText, TicketSubject } from "./TicketSubject.tsx";

interface TicketTableProps {
  label: string;
  pages: Pages<TicketRow>;
  count: number | undefined;
  sort: Sort;
  onSort: (sort: Sort) => void;
  listKey: string;
  current?: string | null | undefined;
  onAim?: ((ticket: TicketRow) => void) | undefined;
  selection?: RowSelection<TicketRow> | undefined;
  end?: ReactNode;
  /** All listed tickets are snoozed. */
  isSnoozed: boolean;
}

export function TicketTable({ isSnoozed, ...props }: TicketTableProps) {
  const usual = isSnoozed ? ticketColumnsOfSnoozed : ticketColumns;
  const columns = columnsBy[props.sort.id] ?? usual;
  // Only large desks need the wider column of numbers.
  const isLarge = props.pages.rows.some(({ number }) => number >= 100_000);
  const hasYears = showsYears(props.pages.rows, props.sort);
  // In a search all rows are as high as those that show matching text.
  const hasMatches = props.pages.rows.some(hasMatchingText);
  return (
    <div
      data-long-numbers={isLarge || undefined}
      data-long-dates={hasYears || undefined}
      // On narrow screens the number is part of the subject, unless the list is sorted by it.
      data-folded={props.sort.id !== "number" || undefined}
      className="contents"
    >
      <DataTable columns={columns} rowClassName={hasMatches ? "h-13" : undefined} {...props} />
    </div>
  );
}

/** Dates of other years are longer: only then are their columns wider. */
function showsYears(rows: readonly TicketRow[], { id }: Sort): boolean {
  const began = new Date(new Date().getFullYear(), 0, 2).toISOString();
  return rows.some(({ createdAt, updatedAt, waitingSince }) => {
    const moments = [id === "created" ? createdAt : updatedAt, waitingSince ?? began];
    return moments.some((moment) => moment < began);
  });
}

/** On narrow screens icons replace words, and columns have no visible name. */
const unsaid = "@max-[50rem]:sr-only";

const before: Columns<TicketRow> = [
  {
    id: "status",
    header: <span className={unsaid}>Status</span>,
    className: "w-27 @max-[50rem]:w-10",
    skeleton: "w-16 @max-[50rem]:w-4",
    cell: (ticket) => <StatusLabel status={ticket.status} wordClassName={unsaid} />,
  },
  {
    id: "number",
    header: "No.",
    order: "descending",
    className: "w-16 in-data-long-numbers:w-21 in-data-folded:@max-[50rem]:hidden",
    skeleton: "w-9",
    cell: (ticket) => <span className="text-faint tabular-nums">#{ticket.number}</span>,
  },
  {
    id: "subject",
    header: "Subject",
    skeleton: "w-3/4",
    cell: (ticket) => <TicketSubject ticket={ticket} />,
  },
  {
    id: "requester",
    header: "Requester",
    className: "w-31 @max-[34rem]:hidden @min-[84rem]:w-44",
    skeleton: "w-20",
    cell: (ticket) => <MutedName name={ticket.requester.name} />,
  },
  {
    id: "company",
    header: "Company",
    className: "w-34 @max-[68rem]:hidden @min-[84rem]:w-44",
    skeleton: "w-24",
    cell: (ticket) => ticket.company && <MutedName name={ticket.company.name} />,
  },
  {
    id: "priority",
    header: <span className={unsaid}>Priority</span>,
    order: "descending",
    className: "w-22 text-muted-foreground @max-[50rem]:w-10",
    skeleton: "w-14 @max-[50rem]:w-4",
    cell: (ticket) =>
      ticket.priority && <PriorityLabel priority={ticket.priority} wordClassName={unsaid} />,
  },
  {
    id: "assignee",
    header: <span className={unsaid}>Assignee</span>,
    className: "w-38 text-muted-foreground @max-[50rem]:w-10 @min-[84rem]:w-44",
    skeleton: "w-22 @max-[50rem]:w-4",
    cell: (ticket) => <AssigneeCell ticket={ticket} nameClassName={unsaid} />,
  },
];

const time = "text-muted-foreground";
const narrow = "@max-[76rem]:hidden";

/** Where there is room for one time only, the sorted one stays. */
function waiting(className?: string): Column<TicketRow> {
  return {
    id: "waiting",
    header: "Waiting",
    order: "ascending",
    className: cn("w-22 in-data-long-dates:w-32", time, className),
    align: "end",
    skeleton: "w-12",
    cell: (ticket) => <Waiting {...ticket} />,
  };
}

function updated(className?: string): Column<TicketRow> {
  return {
    id: "updated",
    header: "Updated",
    order: "descending",
    className: cn("w-24 in-data-long-dates:w-29", time, className),
    align: "end",
    skeleton: "w-10",
    cell: (ticket) => <TimeAgo at={ticket.updatedAt} />,
  };
}

const ticketColumns: Columns<TicketRow> = [...before, waiting(narrow), updated()];

const ticketColumnsByWaiting: Columns<TicketRow> = [
  ...before,
  // As the last visible column it has the padding of the edge.
  waiting("w-24 in-data-long-dates:w-34 @max-[76rem]:pr-4"),
  updated(narrow),
];

/** Shows when each snooze ends. */
const ticketColumnsOfSnoozed: Columns<TicketRow> = [
  ...before,
  {
    id: "snoozed",
    header: "Until",
    order: "ascending",
    className: cn("w-36 @max-[76rem]:pr-4", time),
    align: "end",
    skeleton: "w-16",
    cell: (ticket) => ticket.snoozedUntil && <SnoozedUntil until={ticket.snoozedUntil} />,
  },
  updated(narrow),
];

/** A list sorted by creation shows that time. */
const ticketColumnsByCreation: Columns<TicketRow> = [
  ...before,
  waiting(narrow),
  {
    id: "created",
    header: "Created",
    order: "descending",
    className: cn("w-24 in-data-long-dates:w-29", time),
    align: "end",
    skeleton: "w-10",
    cell: (ticket) => <TimeAgo at={ticket.createdAt} />,
  },
];

const columnsBy: Record<string, typeof ticketColumns> = {
  created: ticketColumnsByCreation,
  waiting: ticketColumnsByWaiting,
};

function MutedName({ name }: { name: string }) {
  return (
    <span
      dir="auto"
      data-hint={name}
      data-hint-cut=""
      className="block truncate text-left text-muted-foreground"
    >
      {name}
    </span>
  );
}
