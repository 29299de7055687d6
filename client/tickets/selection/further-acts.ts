import type { TicketRow } from "../../../shared/tickets/vocabulary.ts";
import type { FurtherAct } from "../../lib/keys/keys.ts";
import type { ActName } from "./act-name.ts";
import { mayMerge } from "./may-merge.ts";

/** What the bar below the list offers and no key does: for the palette, as the bar has it. */
export function furtherActsOn(
  chosen: readonly TicketRow[],
  total: number,
  ask: (name: ActName) => () => void,
): FurtherAct[] {
  const isUnread = chosen.some(({ unread }) => unread);
  const merging = { label: total === 1 ? "Merge with…" : "Merge…", run: ask("merge") };
  return [
    { label: "Set team", run: ask("team") },
    { label: "Set type", run: ask("type") },
    ...(mayMerge(chosen, total) ? [merging] : []),
    isUnread
      ? { label: "Mark as read", run: ask("read") }
      : { label: "Mark as unread", run: ask("unread") },
    { label: "Mark as spam", run: ask("spam") },
  ];
}
