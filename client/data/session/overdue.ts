import { createStore, useStore } from "../store.ts";

/** A customer's ticket is overdue after this many hours without a reply. Only staff see it. */
export const overdueHours = createStore<number | null>(null);

interface Turn {
  waitingFor?: "us" | "customer" | null | undefined;
  waitingSince?: string | null | undefined;
}

/** How urgent a reply is. `soon` begins at half of the time until a ticket is overdue. */
export type Urgency = "calm" | "soon" | "overdue";

export function useUrgency(turn: Turn, now: number): Urgency {
  return urgencyOf(turn, useStore(overdueHours), now);
}

export function urgencyOf(
  { waitingFor, waitingSince }: Turn,
  hours: number | null,
  now: number,
): Urgency {
  if (hours === null || waitingFor !== "us" || !waitingSince) return "calm";
  const waited = (now - Date.parse(waitingSince)) / (hours * 3_600_000);
  if (waited > 1) return "overdue";
  return waited > 0.5 ? "soon" : "calm";
}
