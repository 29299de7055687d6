import { type ReactNode, useMemo } from "react";
import type { ListColumn, ListGroup } from "../../../../shared/tickets/list-display.ts";
import type { TicketRow } from "../../../../shared/tickets/vocabulary.ts";
import { cn } from "../../../components/cn.ts";
import { DataTable } from "../../../components/table/DataTable.tsx";
import type { RowSelection } from "../../../components/table/selection/row-selection.ts";
import type { Column, Columns, Sort } from "../../../components/table/table-columns.ts";
import type { Pages } from "../../../components/table/use-pages.ts";
import { PriorityLabel } from "../../../components/ticket/PriorityMark.tsx";
import { StatusLabel } from "../../../components/ticket/StatusMark.tsx";
import { TimeAgo } from "../../../components/ui/time-ago.tsx";
import { useViewer } from "../../../data/session/viewer.ts";
import { Waiting } from "../Waiting.tsx";
import { AssigneeCell } from "./AssigneeCell.tsx";
import { dateSortedBy, groupOf, hasOwnDate } from "./list-rows.tsx";
import { hasMatchingText, SnoozedUntil, TicketSubject } from "./TicketSubject.tsx";

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
  group: ListGroup | null;
  /** All listed tickets are snoozed. */
  isSnoozed: boolean;
}

export function TicketTable({ isSnoozed, group, ...props }: TicketTableProps) {
  const { listHidden, listDensity } = useViewer();
  const { id: sorted } = props.sort;
  const columns = useMemo(
    () => ticketColumns({ sorted, isSnoozed, hidden: listHidden }),
    [sorted, isSnoozed, listHidden],
  );
  const hasYears = showsYears(props.pages.rows, props.sort);
  // In a search all rows are as high as those that show matching text.
  const hasMatches = props.pages.rows.some(hasMatchingText);
  return (
    <div data-long-dates={hasYears || undefined} className="contents">
      <DataTable
        key={listDensity}
        columns={columns}
        rowClassName={hasMatches ? "h-13" : undefined}
        isCompact={listDensity === "compact"}
        groupOf={group ? groupOf[group] : undefined}
        {...props}
      />
    </div>
  );
}

/** Dates of other years are longer: only then are their columns wider. */
function showsYears(rows: readonly TicketRow[], { id }: Sort): boolean {
  const began = new Date(new Date().getFullYear(), 0, 2).toISOString();
  return rows.some((ticket) => {
    const date = dateSortedBy(ticket, id);
    return date !== null && date < began;
  });
}

/** On narrow screens icons replace words, and columns have no visible name. */
const unsaid = "@max-[50rem]:sr-only";

interface ColumnOptions {
  sorted: string;
  isSnoozed: boolean;
  hidden: readonly ListColumn[];
}

/** Without hidden columns, except the one that the list is sorted by. */
function ticketColumns({ sorted, isSnoozed, hidden }: ColumnOptions): Columns<TicketRow> {
  const times = isSnoozed && sorted !== "waiting" && !hasOwnDate(sorted) ? "snoozed" : sorted;
  const isHidden = (id: string) => id !== sorted && hidden.some((column) => column === id);
  const hasTags = !isHidden("tags");
  const hasLatest = !isHidden("latest");
  const subject: Column<TicketRow> = {
    id: "subject",
    header: "Subject",
    skeleton: "w-3/4",
    cell: (ticket) => <TicketSubject ticket={ticket} hasTags={hasTags} hasLatest={hasLatest} />,
  };
  return [...marks, subject, ...names, ...(timesBy[times] ?? usualTimes)].filter(
    ({ id }) => !isHidden(id),
  );
}

const marks: Columns<TicketRow> = [
  {
    id: "status",
    header: <span className={unsaid}>Status</span>,
    order: "ascending",
    className: "w-24 @max-[50rem]:w-10",
    skeleton: "w-16 @max-[50rem]:w-4",
    cell: (ticket) => <StatusLabel status={ticket.status} wordClassName={unsaid} />,
  },
  {
    id: "priority",
    header: <span className="sr-only">Priority</span>,
    order: "descending",
    className: "w-9 text-muted-foreground",
    skeleton: "w-4",
    cell: (ticket) =>
      ticket.priority && <PriorityLabel priority={ticket.priority} wordClassName="sr-only" />,
  },
];

/** Below this width the assignee is only an avatar. */
const nameless = "@max-[72rem]:sr-only";

const names: Columns<TicketRow> = [
  {
    id: "requester",
    header: "Requester",
    order: "ascending",
    className: "w-27 @max-[34rem]:hidden @min-[84rem]:w-44",
    skeleton: "w-20",
    cell: (ticket) => <MutedName name={ticket.requester.name} />,
  },
  {
    id: "company",
    header: "Company",
    order: "ascending",
    className: "w-27 @max-[68rem]:hidden @min-[84rem]:w-44",
    skeleton: "w-20",
    cell: (ticket) => ticket.company && <MutedName name={ticket.company.name} />,
  },
  {
    id: "assignee",
    header: <span className={nameless}>Assignee</span>,
    order: "ascending",
    className: "w-10 text-muted-foreground @min-[72rem]:w-24 @min-[84rem]:w-44",
    skeleton: "w-4 @min-[72rem]:w-16",
    cell: (ticket) => <AssigneeCell ticket={ticket} nameClassName={nameless} />,
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
    className: cn("w-20", time, className),
    align: "end",
    skeleton: "w-12",
    cell: (ticket) => <Waiting {...ticket} />,
  };
}

function date(id: string, header: string, className?: string): Column<TicketRow> {
  return {
    id,
    header,
    order: "descending",
    className: cn("w-21 in-data-long-dates:w-29", time, className),
    align: "end",
    skeleton: "w-10",
    cell: (ticket) => {
      const at = dateSortedBy(ticket, id);
      return at && <TimeAgo at={at} />;
    },
  };
}

function updated(className?: string): Column<TicketRow> {
  return date("updated", "Updated", className);
}

const usualTimes: Columns<TicketRow> = [waiting(narrow), updated()];

const timesBy: Record<string, Columns<TicketRow>> = {
  // As the last visible column it has the padding of the edge.
  waiting: [waiting("w-24 @max-[76rem]:pr-4"), updated(narrow)],
  // Shows when each snooze ends.
  snoozed: [
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
  ],
  // A list sorted by another date shows that date.
  created: [waiting(narrow), date("created", "Created")],
  resolved: [waiting(narrow), date("resolved", "Resolved")],
  closed: [waiting(narrow), date("closed", "Closed")],
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
