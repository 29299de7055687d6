import { AppError } from "../errors.ts";
import { audienceOf } from "./fields.ts";
import {
  type Instant,
  momentAfter,
  type TicketChange,
  type TicketPlan,
  type TicketState,
} from "./state.ts";
import { canMove, type Means } from "./transitions.ts";
import { waitingIn } from "./turns.ts";
import { statusNames, type TicketStatus } from "./vocabulary.ts";

/** A ticket while an action is planned: its state before and after, and the changes. */
export interface TicketTransition {
  readonly before: TicketState;
  readonly after: TicketState;
  readonly changes: TicketChange[];
  readonly at: Instant;
}

/** Actions on a ticket never go back in time, though the clocks of servers may differ. */
export function beginTransition(before: TicketState, now: Instant): TicketTransition {
  return { before, after: { ...before }, changes: [], at: momentAfter(before.updatedAt, now) };
}

/** `touched`: something other than a field changed, such as a new message. */
export function finishTransition(
  { before, after, changes, at }: TicketTransition,
  { touched = false, publicly = false } = {},
): TicketPlan {
  if (changes.length > 0 || touched) {
    after.version = before.version + 1;
    after.updatedAt = at;
  }
  const noticed = publicly || changes.some((change) => audienceOf(change) === "everyone");
  if (noticed) after.publiclyUpdatedAt = at;
  return { before, after, changes, at, publicly: noticed };
}

/** Sets the status and everything that depends on it: who is waiting, and when it was resolved. */
export function move(transition: TicketTransition, to: TicketStatus, means: Means): void {
  const { after, at } = transition;
  const from = after.status;
  if (from === to) return;
  assertMove(from, to, means);
  transition.changes.push({ kind: "status", from, to });
  after.status = to;
  if (from === "resolved" && to !== "closed") after.reopenCount += 1;
  if (to === "resolved") {
    after.firstResolvedAt ??= at;
    after.lastResolvedAt = at;
  }
  if (to === "closed") after.closedAt = at;
  Object.assign(after, waitingIn(to, after, at));
}

export function assertMove(from: TicketStatus, to: TicketStatus, means: Means): void {
  if (canMove(from, to, means)) return;
  const opensByItself = from === "new" && to === "open";
  throw new AppError("illegal_move", {
    params: { from: statusNames[from], to: statusNames[to], opensByItself },
  });
}

export function assign(transition: TicketTransition, to: string | null): void {
  const { after, at } = transition;
  const from = after.assigneeId;
  if (from === to) return;
  transition.changes.push({ kind: "assigned", from, to });
  after.assigneeId = to;
  after.unassignedSince = to === null ? at : null;
}

export function snooze(transition: TicketTransition, until: Instant | null): void {
  const from = transition.after.snoozedUntil;
  if (from === until) return;
  transition.changes.push({ kind: "snoozed", from, until });
  transition.after.snoozedUntil = until;
}
