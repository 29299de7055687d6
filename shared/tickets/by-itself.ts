import { beginAct, finishAct, move, snooze } from "./draft.ts";
import type { Instant, TicketPlan, TicketState } from "./state.ts";

/** Resolved long enough: how long is a setting of the desk. */
export function planAutoClose(ticket: TicketState, now: Instant): TicketPlan {
  const draft = beginAct(ticket, now);
  move(draft, "closed", "time");
  return finishAct(draft);
}

/** The end of a snooze at its time. */
export function planWake(ticket: TicketState, now: Instant): TicketPlan {
  const draft = beginAct(ticket, now);
  snooze(draft, null);
  return finishAct(draft);
}
