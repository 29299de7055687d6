import type { Instant, TicketState } from "./state.ts";
import { noOneWaits, waitFor } from "./transition.ts";

/** Whose turn it is, and since when. */
export type Waiting = Pick<TicketState, "waitingFor" | "waitingSince">;

export function waitingOf({ waitingFor, waitingSince }: Waiting): Waiting {
  return { waitingFor, waitingSince };
}

export function isWaitingAs(state: TicketState, { waitingFor, waitingSince }: Waiting): boolean {
  return state.waitingFor === waitingFor && state.waitingSince === waitingSince;
}

/** What a number of messages say of whose turn it is. */
export interface Said {
  /** When a reply of staff last went out. */
  answeredAt: Instant | null;
  /** When a customer first wrote what none of those replies answers. */
  heardSince: Instant | null;
}

export const nothingSaid: Said = { answeredAt: null, heardSince: null };

/** Whose turn it is by what was said since. */
export function updateWaiting(state: TicketState, { answeredAt, heardSince }: Said): void {
  if (noOneWaits(state.status)) return;
  if (answeredAt !== null) waitFor(state, "customer", answeredAt);
  if (heardSince !== null) waitFor(state, "us", heardSince);
}

/** Where what it waited for has gone elsewhere: since what is left, or for the customer where that is answered. */
export function waitForRest(state: TicketState, gone: Said, left: Said): void {
  if (gone.heardSince === null) return;
  if (!isWaitingAs(state, { waitingFor: "us", waitingSince: gone.heardSince })) return;
  if (left.heardSince !== null) state.waitingSince = left.heardSince;
  else if (left.answeredAt !== null) waitFor(state, "customer", left.answeredAt);
}
