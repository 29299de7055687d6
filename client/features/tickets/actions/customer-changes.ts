import type { TicketDetails } from "../../../../shared/tickets/page.ts";

export function showSolved(ticket: TicketDetails): TicketDetails {
  return { ...ticket, status: "resolved", may: { ...ticket.may, solve: false, reopen: true } };
}

/** That it is solved is the requester's to say, though others may open it again. */
export function showOpenAgain(ticket: TicketDetails, viewerId: string): TicketDetails {
  const solve = ticket.requester.id === viewerId;
  return { ...ticket, status: "open", may: { ...ticket.may, solve, reopen: false, rate: false } };
}
