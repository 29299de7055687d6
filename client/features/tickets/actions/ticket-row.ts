import type { TicketDetails } from "../../../../shared/tickets/page.ts";
import type { StaffRow, TicketRow } from "../../../../shared/tickets/vocabulary.ts";

/** What of a ticket its row shows. */
export function asRow(row: TicketRow, ticket: TicketDetails): TicketRow {
  const { subject, status, requester, company, assignee, updatedAt, staff } = ticket;
  const common = { ...row, subject, status, requester, company, assignee, updatedAt };
  if (!staff) return common;
  const { priority, type, team, tags, waitingFor, waitingSince, snoozedUntil } = staff;
  const own: StaffRow = { priority, type, team, tags, waitingFor, waitingSince, snoozedUntil };
  return { ...common, ...own };
}
