import { waitingIn } from "../../../../shared/tickets/draft.ts";
import type { TicketDetails } from "../../../../shared/tickets/page.ts";
import type { TicketStatus } from "../../../../shared/tickets/vocabulary.ts";

/** The ticket as it stands once it is moved there, and whose turn it is then. */
export function showStatus(ticket: TicketDetails, status: TicketStatus, at: string): TicketDetails {
  const { staff } = ticket;
  if (status === ticket.status) return ticket;
  if (!staff) return { ...ticket, status };
  return { ...ticket, status, staff: { ...staff, ...waitingIn(status, staff, at) } };
}
