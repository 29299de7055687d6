import { createStore, useStore } from "../store.ts";

/** The number of hours without an answer after which a ticket is overdue; only staff receive it. */
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
