import type { ListGroup } from "../../../../shared/tickets/list-display.ts";
import { statusNames, type TicketRow } from "../../../../shared/tickets/vocabulary.ts";
import type { RowGroup } from "../../../components/table/table-columns.ts";
import { StatusMark } from "../../../components/ticket/StatusMark.tsx";
import { Avatar } from "../../../components/ui/avatar.tsx";

/** The group of a row, for lists that are sorted by it. */
export const groupOf: Record<ListGroup, (ticket: TicketRow) => RowGroup> = {
  status: ({ status }) => ({
    key: status,
    heading: (
      <>
        <StatusMark status={status} besideWord />
        {statusNames[status]}
      </>
    ),
  }),
  assignee: ({ assignee }) => ({
    key: assignee?.id ?? "",
    heading: assignee ? (
      <>
        <Avatar id={assignee.id} name={assignee.name} size="xs" />
        <bdi className="truncate">{assignee.name}</bdi>
      </>
    ) : (
      "Unassigned"
    ),
  }),
  company: ({ company }) => ({
    key: company?.id ?? "",
    heading: company ? <bdi className="truncate">{company.name}</bdi> : "No company",
  }),
};

/** The orders that show their own date; all other lists show the last change. */
const dates: Partial<Record<string, (ticket: TicketRow) => string | null | undefined>> = {
  created: ({ createdAt }) => createdAt,
  resolved: ({ resolvedAt }) => resolvedAt,
  closed: ({ closedAt }) => closedAt,
};

export function hasOwnDate(sort: string): boolean {
  return dates[sort] !== undefined;
}

/** The date that a list in this order shows for a ticket; null if the ticket has none. */
export function dateSortedBy(ticket: TicketRow, sort: string): string | null {
  const read = dates[sort];
  return read ? (read(ticket) ?? null) : ticket.updatedAt;
}
