import type { Instant, TicketState } from "./state.ts";
import type { TicketStatus } from "./vocabulary.ts";

/** Who has to reply, and since when. */
export type Waiting = Pick<TicketState, "waitingFor" | "waitingSince">;

export function waitingOf({ waitingFor, waitingSince }: Waiting): Waiting {
  return { waitingFor, waitingSince };
}

export function isWaitingAs(state: TicketState, { waitingFor, waitingSince }: Waiting): boolean {
  return state.waitingFor === waitingFor && state.waitingSince === waitingSince;
}

/** Who has to reply in each status; null: no one is waiting. */
const turnIn: Record<TicketStatus, Waiting["waitingFor"]> = {
  new: "us",
  open: "us",
  pending: "customer",
  "on-hold": null,
  resolved: null,
  closed: null,
};

/** Who has to reply once a ticket has this status. */
export function waitingIn(to: TicketStatus, before: Waiting, at: Instant): Waiting {
  const turn = { waitingFor: before.waitingFor, waitingSince: before.waitingSince };
  const whose = turnIn[to];
  if (whose) waitFor(turn, whose, at);
  else stopWaiting(turn);
  return turn;
}

/** Keeps the earlier time if they had to reply already. */
export function waitFor(state: Waiting, whose: "us" | "customer", since: Instant): void {
  if (state.waitingFor === whose) return;
  state.waitingFor = whose;
  state.waitingSince = since;
}

/** In such a status no one waits for a reply. */
export function noOneWaits(status: TicketStatus): boolean {
  return turnIn[status] === null;
}

export function stopWaiting(state: Waiting): void {
  state.waitingFor = null;
  state.waitingSince = null;
}

/** What some messages say about who is waiting. */
export interface Said {
  /** When the last reply by staff was released. */
  answeredAt: Instant | null;
  /** The first customer message that no later reply answers. */
  heardSince: Instant | null;
}

export const nothingSaid: Said = { answeredAt: null, heardSince: null };

/** Updates who is waiting by later messages. */
export function updateWaiting(state: TicketState, { answeredAt, heardSince }: Said): void {
  if (noOneWaits(state.status)) return;
  if (answeredAt !== null) waitFor(state, "customer", answeredAt);
  if (heardSince !== null) waitFor(state, "us", heardSince);
}

/**
 * If the message it waited for moved to another ticket: waits since the remaining messages, or for the
 * customer if that is answered.
 */
export function waitForRest(state: TicketState, gone: Said, left: Said): void {
  if (gone.heardSince === null) return;
  if (!isWaitingAs(state, { waitingFor: "us", waitingSince: gone.heardSince })) return;
  if (left.heardSince !== null) state.waitingSince = left.heardSince;
  else if (left.answeredAt !== null) waitFor(state, "customer", left.answeredAt);
}
