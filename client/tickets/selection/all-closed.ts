import type { TicketRow } from "../../../shared/tickets/vocabulary.ts";

/** Whether all of the chosen are known to be Closed: then there is no status to be chosen. */
export function areAllClosed(chosen: readonly TicketRow[], total: number): boolean {
  return chosen.length === total && chosen.every(({ status }) => status === "closed");
}

export const closedForGood = "Closed is for good. A follow-up ticket goes on from it.";
