import { type TicketRow, ticketLimits } from "../../../shared/tickets/vocabulary.ts";

/** With the one that they are merged into. */
export const mostMerged = ticketLimits.merged + 1;

/** Whether the chosen can be merged: few enough, and all of them have come to the list. */
export function mayMerge(chosen: readonly TicketRow[], total: number): boolean {
  return chosen.length === total && total <= mostMerged;
}
