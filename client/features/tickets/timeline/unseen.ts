import type { TimelineItem } from "../../../../shared/tickets/page.ts";
import { isOnItsWay } from "../actions/optimistic-message.ts";

/** What somebody had before their eyes when they last read at the end. */
interface Seen {
  ids: ReadonlySet<string>;
  /** When the newest of it was, by the desk's clock. */
  at: string;
}

export function seenOf(items: readonly TimelineItem[]): Seen {
  const known = items.filter((item) => !isOnItsWay(item));
  return { ids: new Set(items.map(({ id }) => id)), at: known.at(-1)?.at ?? "" };
}

/** The messages of others that came since: what is fetched further up was there before. */
export function countUnseen(items: readonly TimelineItem[], { ids, at }: Seen): number {
  return items.filter(
    (item) => item.kind === "message" && !item.mine && item.at >= at && !ids.has(item.id),
  ).length;
}
