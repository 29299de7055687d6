import type { TicketRow } from "../../../shared/tickets/vocabulary.ts";
import { cn } from "../../lib/cn.ts";
import { columnsFor } from "../../parts/list/table-columns.ts";
import { Person } from "../../parts/people/Person.tsx";
import { PriorityLabel } from "../../parts/ticket/PriorityMark.tsx";
import { StatusLabel } from "../../parts/ticket/StatusMark.tsx";
import { TimeAgo } from "../../ui/time-ago.tsx";
import { SnoozedUntil } from "../SnoozedUntil.tsx";
import { Waiting } from "../Waiting.tsx";
import { TicketSubject } from "./TicketSubject.tsx";

const column = columnsFor<TicketRow>();

/** Where it is narrow, what a sign says needs no word, and the name of a column no room. */
const unsaid = "@max-[50rem]:sr-only";

const before = [
  column.display({
    id: "status",
    header: () => <span className={unsaid}>Status</span>,
    meta: { className: "w-27 @max-[50rem]:w-10", skeleton: "w-16 @max-[50rem]:w-4" },
    cell: ({ row }) => <StatusLabel status={row.original.status} wordClassName={unsaid} />,
  }),
  column.accessor((ticket) => ticket.number, {
    id: "number",
    header: "No.",
    sortDescFirst: true,
    meta: {
      className: "w-16 in-data-long-numbers:w-21 in-data-folded:@max-[50rem]:hidden",
      skeleton: "w-9",
    },
    cell: ({ row }) => <span className="text-faint tabular-nums">#{row.original.number}</span>,
  }),
  column.display({
    id: "subject",
    header: "Subject",
    meta: { skeleton: "w-3/4" },
    cell: ({ row }) => <TicketSubject ticket={row.original} />,
  }),
  column.display({
    id: "requester",
    header: "Requester",
    meta: { className: "w-31 @max-[34rem]:hidden @min-[84rem]:w-44", skeleton: "w-20" },
    cell: ({ row }) => <MutedName name={row.original.requester.name} />,
  }),
  column.display({
    id: "company",
    header: "Company",
    meta: { className: "w-34 @max-[68rem]:hidden @min-[84rem]:w-44", skeleton: "w-24" },
    cell: ({ row }) => row.original.company && <MutedName name={row.original.company.name} />,
  }),
  column.accessor((ticket) => ticket.priority, {
    id: "priority",
    header: () => <span className={unsaid}>Priority</span>,
    sortDescFirst: true,
    meta: {
      className: "w-22 text-muted-foreground @max-[50rem]:w-10",
      skeleton: "w-14 @max-[50rem]:w-4",
    },
    cell: ({ row }) =>
      row.original.priority && (
        <PriorityLabel priority={row.original.priority} wordClassName={unsaid} />
      ),
  }),
  column.display({
    id: "assignee",
    header: () => <span className={unsaid}>Assignee</span>,
    meta: {
      className: "w-38 text-muted-foreground @max-[50rem]:w-10 @min-[84rem]:w-44",
      skeleton: "w-22 @max-[50rem]:w-4",
    },
    cell: ({ row }) => <Person person={row.original.assignee} nameClassName={unsaid} />,
  }),
];

const time = "text-muted-foreground";
const narrow = "@max-[76rem]:hidden";

/** Of two times the one that the list goes by stays where there is room for one. */
function waiting(className?: string) {
  return column.accessor((ticket) => ticket.waitingSince, {
    id: "waiting",
    header: "Waiting",
    sortDescFirst: false,
    meta: { className: cn("w-22", time, className), align: "end", skeleton: "w-12" },
    cell: ({ row }) => <Waiting {...row.original} />,
  });
}

function updated(className?: string) {
  return column.accessor((ticket) => ticket.updatedAt, {
    id: "updated",
    header: "Updated",
    sortDescFirst: true,
    meta: { className: cn("w-24", time, className), align: "end", skeleton: "w-10" },
    cell: ({ row }) => <TimeAgo at={row.original.updatedAt} />,
  });
}

export const ticketColumns = column.columns([...before, waiting(narrow), updated()]);

export const ticketColumnsByWaiting = column.columns([
  ...before,
  // As the last one in sight it keeps the edge's room.
  waiting("w-24 @max-[76rem]:pr-4"),
  updated(narrow),
]);

/** For what is snoozed: it says when each comes back. */
export const ticketColumnsOfSnoozed = column.columns([
  ...before,
  column.accessor((ticket) => ticket.snoozedUntil, {
    id: "snoozed",
    header: "Until",
    sortDescFirst: false,
    meta: {
      className: cn("w-30 @max-[76rem]:pr-4", time),
      align: "end",
      skeleton: "w-16",
    },
    cell: ({ row: { original } }) =>
      original.snoozedUntil && <SnoozedUntil until={original.snoozedUntil} />,
  }),
  updated(narrow),
]);

/** For a list in the order of creation, which would else show a time that explains nothing. */
export const ticketColumnsByCreation = column.columns([
  ...before,
  waiting(narrow),
  column.accessor((ticket) => ticket.createdAt, {
    id: "created",
    header: "Created",
    sortDescFirst: true,
    meta: { className: cn("w-24", time), align: "end", skeleton: "w-10" },
    cell: ({ row }) => <TimeAgo at={row.original.createdAt} />,
  }),
]);

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
