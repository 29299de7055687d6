import type { TicketRow } from "../../../../shared/tickets/vocabulary.ts";

/** Whether all of the chosen are spam, as far as they have come to the list. */
export function areAllSpam(chosen: readonly TicketRow[]): boolean {
  return chosen.length > 0 && chosen.every(({ spam }) => spam);
}

export function hasSpam(chosen: readonly TicketRow[]): boolean {
  return chosen.some(({ spam }) => spam);
}
