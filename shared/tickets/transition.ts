import { audienceOf } from "./fields.ts";
import {
  type Instant,
  momentAfter,
  type TicketChange,
  type TicketPlan,
  type TicketState,
} from "./state.ts";
import { assertMove, type Means } from "./transitions.ts";
import type { TicketStatus } from "./vocabulary.ts";

/** A ticket in the middle of an act: what it was, what it becomes and what is told of it. */
export interface TicketTransition {
  readonly before: TicketState;
  readonly after: TicketState;
  readonly changes: TicketChange[];
  readonly at: Instant;
}

/** Acts of one ticket never run backwards, though the clocks of servers may differ. */
export function beginTransition(before: TicketState, now: Instant): TicketTransition {
  return { before, after: { ...before }, changes: [], at: momentAfter(before.updatedAt, now) };
}

/** `touched`: something happened that is no change of a field, such as a message. */
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

/** To another state, with all that hangs on it: whose turn it is, and when it was resolved. */
export function move(draft: TicketTransition, to: TicketStatus, means: Means): void {
  const { after, at } = draft;
  const from = after.status;
  if (from === to) return;
  assertMove(from, to, means);
  draft.changes.push({ kind: "status", from, to });
  after.status = to;
  if (from === "resolved" && to !== "closed") after.reopenCount += 1;
  if (to === "resolved") {
    after.firstResolvedAt ??= at;
    after.lastResolvedAt = at;
  }
  if (to === "closed") after.closedAt = at;
  Object.assign(after, waitingIn(to, after, at));
}

type Turn = Pick<TicketState, "waitingFor" | "waitingSince">;

/** Whose turn it is in each state; null: nobody waits for an answer. */
const turnIn: Record<TicketStatus, Turn["waitingFor"]> = {
  new: "us",
  open: "us",
  pending: "customer",
  "on-hold": null,
  resolved: null,
  closed: null,
};

/** Whose turn it is once a ticket is moved there. */
export function waitingIn(to: TicketStatus, before: Turn, at: Instant): Turn {
  const turn = { waitingFor: before.waitingFor, waitingSince: before.waitingSince };
  const whose = turnIn[to];
  if (whose) waitFor(turn, whose, at);
  else stopWaiting(turn);
  return turn;
}

export function assign(draft: TicketTransition, to: string | null): void {
  const { after, at } = draft;
  const from = after.assigneeId;
  if (from === to) return;
  draft.changes.push({ kind: "assigned", from, to });
  after.assigneeId = to;
  after.unassignedSince = to === null ? at : null;
}

export function snooze(draft: TicketTransition, until: Instant | null): void {
  const from = draft.after.snoozedUntil;
  if (from === until) return;
  draft.changes.push({ kind: "snoozed", from, until });
  draft.after.snoozedUntil = until;
}

/** Since longer, where it was their turn already. */
export function waitFor(state: Turn, whose: "us" | "customer", since: Instant): void {
  if (state.waitingFor === whose) return;
  state.waitingFor = whose;
  state.waitingSince = since;
}

/** In such a state nobody waits for an answer. */
export function noOneWaits(status: TicketStatus): boolean {
  return turnIn[status] === null;
}

export function stopWaiting(state: Turn): void {
  state.waitingFor = null;
  state.waitingSince = null;
}
