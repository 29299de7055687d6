import { createStore, useStore } from "../store.ts";

/** After so many hours without an answer a customer's ticket is late; staff alone are told. */
export const overdueHours = createStore<number | null>(null);

interface Turn {
  waitingFor?: "us" | "customer" | null | undefined;
  waitingSince?: string | null | undefined;
}

export function useIsOverdue({ waitingFor, waitingSince }: Turn, now: number): boolean {
  const hours = useStore(overdueHours);
  if (hours === null || waitingFor !== "us" || !waitingSince) return false;
  return now - Date.parse(waitingSince) > hours * 3_600_000;
}
