import { AppError } from "../errors.ts";
import type { SentChanges } from "./fields.ts";
import type { Instant, TicketPlan, TicketState } from "./state.ts";
import {
  beginTransition,
  finishTransition,
  move,
  noOneWaits,
  snooze,
  stopWaiting,
  type TicketTransition,
  waitFor,
} from "./transition.ts";
import { changeFields } from "./update.ts";
import type { TicketStatus } from "./vocabulary.ts";

/** A customer's message: it is our turn, a rest is over and so is a snooze. */
export function planCustomerMessage(ticket: TicketState, now: Instant): TicketPlan {
  const draft = beginConversation(ticket, now);
  applyCustomerMessage(draft, draft.at);
  draft.after.lastCustomerMessageAt = draft.at;
  return finishTransition(draft, { touched: true, publicly: true });
}

/** What a customer's words of that moment do to a ticket, whenever it learns of them. */
export function applyCustomerMessage(draft: TicketTransition, since: Instant): void {
  waitFor(draft.after, "us", since);
  if (draft.after.status !== "new") move(draft, "open", "customer-message");
  snooze(draft, null);
}

/** What goes with a message in one act: a state, and what a macro changes. */
export type StatusAndChanges = SentChanges & { status?: TicketStatus | undefined };

/**
 * A reply of staff, which is not public yet: only the state that goes with it is. Whose turn it
 * is, and the times of replies, change when it is released.
 */
export function planStaffReply(
  ticket: TicketState,
  actorId: string,
  { status, ...changes }: StatusAndChanges,
  now: Instant,
): TicketPlan {
  const draft = beginConversation(ticket, now);
  const unmoved = status === undefined || status === ticket.status || status === "open";
  if (ticket.status === "new" && unmoved) {
    changeFields(draft, changes, actorId);
    move(draft, "open", "reply");
  } else changeFields(draft, { ...changes, status }, actorId);
  return finishTransition(draft, { touched: true });
}

/** The moment from which a reply of staff is public. */
export function planRelease(ticket: TicketState, sentAt: Instant, releasedAt: Instant): TicketPlan {
  const draft = beginTransition(ticket, releasedAt);
  const { after, at } = draft;
  // It was sent to another, and came home as a merge was taken back.
  if (after.status === "new") move(draft, "open", "reply");
  after.firstStaffReplyAt ??= at;
  after.lastStaffReplyAt = at;
  after.staffReplyCount += 1;
  // What came at that very moment came from another ticket, by a merge: nobody has answered it.
  const overtaken = after.lastCustomerMessageAt !== null && after.lastCustomerMessageAt >= sentAt;
  // What rests waits for us only by what was merged into it, and that is answered now.
  if (!overtaken && noOneWaits(after.status)) stopWaiting(after);
  else if (!overtaken) {
    after.waitingFor = "customer";
    after.waitingSince = at;
  }
  return finishTransition(draft, { touched: true, publicly: true });
}

export function planNote(
  ticket: TicketState,
  actorId: string,
  changes: StatusAndChanges,
  now: Instant,
): TicketPlan {
  const draft = beginConversation(ticket, now);
  changeFields(draft, changes, actorId);
  return finishTransition(draft, { touched: true });
}

function beginConversation(ticket: TicketState, now: Instant): TicketTransition {
  if (ticket.status === "closed") throw new AppError("ticket_closed");
  return beginTransition(ticket, now);
}
