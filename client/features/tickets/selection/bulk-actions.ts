import type { TicketRow } from "../../../../shared/tickets/vocabulary.ts";
import type { FurtherAct } from "../../../app/keyboard/keys.ts";
import type { ActName } from "./act-name.ts";
import { mayMerge } from "./may-merge.ts";
import { areAllSpam, hasSpam } from "./of-spam.ts";

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
