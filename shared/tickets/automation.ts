import type { Instant, TicketPlan, TicketState } from "./state.ts";
import { beginTransition, finishTransition, move, snooze } from "./transition.ts";
import { canMove } from "./transitions.ts";
import { waitFor } from "./turns.ts";

/** Closes a ticket that was resolved long enough, by the workspace's setting. */
export function planAutoClose(ticket: TicketState, now: Instant): TicketPlan {
  const transition = beginTransition(ticket, now);
  move(transition, "closed", "time");
  return finishTransition(transition);
}

/** The end of a snooze at its time. */
export function planWake(ticket: TicketState, now: Instant): TicketPlan {
  const transition = beginTransition(ticket, now);
  snooze(transition, null);
  return finishTransition(transition);
}

/** A reply did not reach the customer, so staff have to act. Null if that changes nothing. */
export function planUndelivered(ticket: TicketState, now: Instant): TicketPlan | null {
  const { status, waitingFor } = ticket;
  const opens = canMove(status, "open", "undelivered");
  if (!opens && (status === "closed" || waitingFor !== "customer")) return null;
  const transition = beginTransition(ticket, now);
  if (opens) move(transition, "open", "undelivered");
  waitFor(transition.after, "us", transition.at);
  snooze(transition, null);
  return finishTransition(transition, { touched: true });
}
