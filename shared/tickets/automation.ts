import type { Instant, TicketPlan, TicketState } from "./state.ts";
import { beginTransition, finishTransition, move, snooze } from "./transition.ts";

/** Resolved long enough: how long is a setting of the desk. */
export function planAutoClose(ticket: TicketState, now: Instant): TicketPlan {
  const draft = beginTransition(ticket, now);
  move(draft, "closed", "time");
  return finishTransition(draft);
}

/** The end of a snooze at its time. */
export function planWake(ticket: TicketState, now: Instant): TicketPlan {
  const draft = beginTransition(ticket, now);
  snooze(draft, null);
  return finishTransition(draft);
}
