import { mergeLimit } from "../../../shared/tickets/merge.ts";
import type { TicketRow } from "../../../shared/tickets/vocabulary.ts";

/** Whether the chosen can be merged: few enough, and all of them have come to the list. */
export function mayMerge(chosen: readonly TicketRow[], total: number): boolean {
  return chosen.length === total && total <= mergeLimit + 1;
}
