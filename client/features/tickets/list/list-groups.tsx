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
