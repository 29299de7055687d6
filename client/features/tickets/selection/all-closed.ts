import type { TicketRow } from "../../../../shared/tickets/vocabulary.ts";
import type { ActName } from "./act-name.ts";

/** Whether all of the chosen are known to be Closed: then what belongs to a conversation has ended. */
export function areAllClosed(chosen: readonly TicketRow[], total: number): boolean {
  return chosen.length === total && chosen.every(({ status }) => status === "closed");
}

const ofConversations: ActName[] = ["assign", "take", "status", "resolve", "priority", "snooze"];

export function endsWithClosing(name: ActName): boolean {
  return ofConversations.includes(name);
}

export const closedForGood = "Closed is for good. A follow-up ticket goes on from it.";
