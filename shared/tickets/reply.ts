import { AppError } from "../errors.ts";
import type { SentChanges } from "./fields.ts";
import type { Instant, TicketPlan, TicketState } from "./state.ts";
import {
  beginTransition,
  finishTransition,
  move,
  snooze,
  type TicketTransition,
} from "./transition.ts";
import { noOneWaits, stopWaiting, waitFor } from "./turns.ts";
import { changeFields } from "./update.ts";
import type { TicketStatus } from "./vocabulary.ts";

/** A customer's message: we have to reply, and a snooze ends. */
export function planCustomerMessage(ticket: TicketState, now: Instant): TicketPlan {
  const transition = beginConversation(ticket, now);
  applyCustomerMessage(transition, transition.at);
  transition.after.lastCustomerMessageAt = transition.at;
  return finishTransition(transition, { touched: true, publicly: true });
}

/** A customer's message after mail reopened the ticket too often: it is added, and nothing else changes. */
export function planQuietMessage(ticket: TicketState, now: Instant): TicketPlan {
  const transition = beginConversation(ticket, now);
  transition.after.lastCustomerMessageAt = transition.at;
  return finishTransition(transition, { touched: true, publicly: true });
}

/** Applies a customer's message of that time, whenever the ticket gets it. */
export function applyCustomerMessage(transition: TicketTransition, since: Instant): void {
  waitFor(transition.after, "us", since);
  if (transition.after.status !== "new") move(transition, "open", "customer-message");
  snooze(transition, null);
}

/** What goes with a message in one action: a status, and the changes of a macro. */
export type StatusAndChanges = SentChanges & { status?: TicketStatus | undefined };

/**
 * A reply by staff, which is not public yet; only its status is. Who is waiting, and the times of
 * replies, change when it is released.
 */
export function planStaffReply(
  ticket: TicketState,
  actorId: string | null,
  { status, ...changes }: StatusAndChanges,
  now: Instant,
): TicketPlan {
  const transition = beginConversation(ticket, now);
  const unmoved = status === undefined || status === ticket.status || status === "open";
  if (ticket.status === "new" && unmoved) {
    changeFields(transition, changes, actorId);
    move(transition, "open", "reply");
  } else changeFields(transition, { ...changes, status }, actorId);
  return finishTransition(transition, { touched: true });
}

/** The release of a reply by staff. */
export function planRelease(ticket: TicketState, sentAt: Instant, releasedAt: Instant): TicketPlan {
  const transition = beginTransition(ticket, releasedAt);
  const { after, at } = transition;
  // It was sent in another ticket, and an undone merge moved it back.
  if (after.status === "new") move(transition, "open", "reply");
  after.firstStaffReplyAt ??= at;
  after.lastStaffReplyAt = at;
  after.staffReplyCount += 1;
  // A message of the same moment came from another ticket by a merge, and has no reply yet.
  const overtaken = after.lastCustomerMessageAt !== null && after.lastCustomerMessageAt >= sentAt;
  // In these statuses only a merged message made it wait for us, and that has a reply now.
  if (!overtaken && noOneWaits(after.status)) stopWaiting(after);
  else if (!overtaken) {
    after.waitingFor = "customer";
    after.waitingSince = at;
  }
  return finishTransition(transition, { touched: true, publicly: true });
}

export function planNote(
  ticket: TicketState,
  actorId: string | null,
  changes: StatusAndChanges,
  now: Instant,
): TicketPlan {
  const transition = beginConversation(ticket, now);
  changeFields(transition, changes, actorId);
  return finishTransition(transition, { touched: true });
}

function beginConversation(ticket: TicketState, now: Instant): TicketTransition {
  if (ticket.status === "closed") throw new AppError("ticket_closed");
  return beginTransition(ticket, now);
}
