import { can, isStaff, type Role } from "../access.ts";
import { canRate, type Rated } from "./customer-actions.ts";
import type { TicketMay } from "./page.ts";
import type { Instant } from "./state.ts";
import { canMove, movesByHand } from "./transitions.ts";

/** What a person can do on the ticket page. */
export function ticketMay(
  ticket: Rated & { requesterId: string; spam?: boolean },
  actor: { id: string; role: Role },
  now: Instant,
): TicketMay {
  if (ticket.spam) return nothing;
  const { status } = ticket;
  const closed = status === "closed";
  if (isStaff(actor)) {
    return {
      moveTo: movesByHand(status),
      update: can(actor, "ticket.update"),
      reply: can(actor, "ticket.reply") && !closed,
      note: can(actor, "ticket.note") && !closed,
      solve: false,
      reopen: canMove(status, "open", "hand"),
      rate: false,
    };
  }
  const isRequester = ticket.requesterId === actor.id;
  return {
    moveTo: [],
    update: false,
    // To one that is closed a reply opens a follow-up.
    reply: can(actor, "ticket.reply"),
    note: false,
    solve: isRequester && canMove(status, "resolved", "requester-solves"),
    reopen: canMove(status, "open", "customer-reopens"),
    rate: isRequester && canRate(ticket, now),
  };
}

/** Spam can only be read and unmarked. */
const nothing: TicketMay = {
  moveTo: [],
  update: false,
  reply: false,
  note: false,
  solve: false,
  reopen: false,
  rate: false,
};
