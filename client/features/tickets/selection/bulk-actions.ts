import { type TicketRow, ticketLimits } from "../../../../shared/tickets/vocabulary.ts";
import type { FurtherAct } from "../../../app/keyboard/keys.ts";

/** What the bar below the list offers and no key does: for the palette, as the bar has it. */
export function furtherActsOn(
  chosen: readonly TicketRow[],
  total: number,
  ask: (name: ActName) => () => void,
): FurtherAct[] {
  const isUnread = chosen.some(({ unread }) => unread);
  const marking = isUnread
    ? { label: "Mark as read", run: ask("read") }
    : { label: "Mark as unread", run: ask("unread") };
  const unmarking = { label: "Not spam", run: ask("not-spam") };
  if (areAllSpam(chosen)) return [unmarking, marking];
  const merging = { label: total === 1 ? "Merge with…" : "Merge…", run: ask("merge") };
  return [
    { label: "Set team", run: ask("team") },
    { label: "Set type", run: ask("type") },
    ...(mayMerge(chosen, total) ? [merging] : []),
    marking,
    { label: "Mark as spam", run: ask("spam") },
    ...(hasSpam(chosen) ? [unmarking] : []),
  ];
}

/** What a key asks to be done, to all that is chosen or to the row under the cursor. */
export type ActName =
  | "assign"
  | "take"
  | "status"
  | "priority"
  | "team"
  | "type"
  | "tags"
  | "resolve"
  | "snooze"
  | "spam"
  | "not-spam"
  | "merge"
  | "unread"
  | "read";

/** Whether all of the chosen are known to be Closed: then what belongs to a conversation has ended. */
export function areAllClosed(chosen: readonly TicketRow[], total: number): boolean {
  return chosen.length === total && chosen.every(({ status }) => status === "closed");
}

const ofConversations: ActName[] = ["assign", "take", "status", "resolve", "priority", "snooze"];

export function endsWithClosing(name: ActName): boolean {
  return ofConversations.includes(name);
}

export const closedForGood = "Closed is for good. A follow-up ticket goes on from it.";

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

/** Whether all of the chosen are spam, as far as they have come to the list. */
export function areAllSpam(chosen: readonly TicketRow[]): boolean {
  return chosen.length > 0 && chosen.every(({ spam }) => spam);
}

export function hasSpam(chosen: readonly TicketRow[]): boolean {
  return chosen.some(({ spam }) => spam);
}
