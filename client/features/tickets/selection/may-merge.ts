import { type TicketRow, ticketLimits } from "../../../../shared/tickets/vocabulary.ts";
import { hasSpam } from "./of-spam.ts";

/** With the one that they are merged into. */
export const mostMerged = ticketLimits.merged + 1;

/** Whether the chosen can be merged: few enough, none of them spam, and all have come to the list. */
export function mayMerge(chosen: readonly TicketRow[], total: number): boolean {
  return chosen.length === total && total <= mostMerged && !hasSpam(chosen);
}

export function whyNotMerged(chosen: readonly TicketRow[]): string {
  return hasSpam(chosen)
    ? "Spam is not merged"
    : `At most ${mostMerged} that have come to the list merge`;
}
