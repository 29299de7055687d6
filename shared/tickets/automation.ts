import type { Instant, TicketPlan, TicketState } from "./state.ts";
import { beginTransition, finishTransition, move, snooze } from "./transition.ts";

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
