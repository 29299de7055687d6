import { type RefObject, useEffect, useMemo, useRef, useState } from "react";
import { useLocation } from "react-router-dom";
import type { TicketDetails, TimelineItem } from "../../../../shared/tickets/page.ts";
import { isOnItsWay } from "../actions/optimistic-message.ts";
import { messageHash } from "../ticket-links.ts";
import type { TimelineRow } from "./timeline-rows.ts";
import type { LoadedTimeline } from "./use-timeline.ts";

interface Ends {
  scrollToEnd: (options?: object) => void;
}

/** As the composer below grows, the newest message stays in sight for those who read it. */
export function useStayAtEnd(scroll: RefObject<HTMLElement | null>, ends: Ends): void {
  useEffect(() => {
    const element = scroll.current;
    if (!element) return;
    let atEnd = true;
    const stopWatching = watchEnd(element, (reached) => {
      atEnd = reached;
    });
    const observer = new ResizeObserver(() => {
      if (atEnd) ends.scrollToEnd();
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      stopWatching();
    };
  }, [scroll, ends]);
}

/** What one sends oneself is shown, wherever one had scrolled to. */
export function useFollowOwn(newest: readonly TimelineItem[], ends: Ends): void {
  const last = newest.at(-1);
  const own = last?.kind === "message" && last.mine ? last.id : null;
  const seen = useRef(own);
  useEffect(() => {
    const before = seen.current;
    seen.current = own;
    if (own === null || own === before) return;
    // It was shown as it was sent: by the answer it gets another name, and one may have scrolled up since.
    const isAnswered = before !== null && isOnItsWay({ id: before }) && !isOnItsWay({ id: own });
    if (!isAnswered) ends.scrollToEnd();
  }, [own, ends]);
}

/** So near the end one reads what stands there. */
const nearEnd = 24;

/** Tells whether one reads the end of what is scrolled there. */
function watchEnd(scroller: HTMLElement, tell: (atEnd: boolean) => void): () => void {
  let height = scroller.clientHeight;
  const isAtEnd = () => {
    const { scrollHeight, scrollTop, clientHeight } = scroller;
    // A scroll is told late: by then the composer below may have taken some of the height.
    return scrollHeight - scrollTop - Math.max(clientHeight, height) <= nearEnd;
  };
  const scrolled = () => tell(isAtEnd());
  const observer = new ResizeObserver(() => {
    // Behind a page that is on its way it has no height, and no end.
    if (scroller.clientHeight === 0) return;
    // What stands there turned out shorter than expected: one is at its end without a scroll. But
    // nobody leaves the end by growth.
    if (isAtEnd()) tell(true);
    height = scroller.clientHeight;
  });
  observer.observe(scroller);
  for (const content of scroller.children) observer.observe(content);
  scroller.addEventListener("scroll", scrolled, { passive: true });
  return () => {
    observer.disconnect();
    scroller.removeEventListener("scroll", scrolled);
  };
}

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

/** How many messages of others came below while one reads further up. */
export function useUnseen(
  { earlier, newest }: Pick<LoadedTimeline, "earlier" | "newest">,
  scroll: RefObject<HTMLElement | null>,
): number {
  const [seen, setSeen] = useState(() => seenOf(newest));
  const [atEnd, setAtEnd] = useState(true);
  useEffect(() => {
    return scroll.current ? watchEnd(scroll.current, setAtEnd) : undefined;
  }, [scroll]);
  useEffect(() => {
    if (atEnd) setSeen(seenOf(newest));
  }, [atEnd, newest]);
  return useMemo(
    () => (atEnd ? 0 : countUnseen([...earlier, ...newest], seen)),
    [atEnd, earlier, newest, seen],
  );
}

interface Earlier {
  hasEarlier: boolean;
  state: "idle" | "loading" | "failed";
  loadEarlier: () => Promise<void>;
}

/**
 * Where what is new begins, as it was when the page opened: by reading it, it becomes old. What was
 * seen before is shown at once, but what it says of this is from back then.
 */
export function useNewFrom({ firstUnreadId }: TicketDetails, fresh: boolean): string | null {
  const [newFrom, setNewFrom] = useState<string | null | undefined>(
    fresh ? firstUnreadId : undefined,
  );
  if (newFrom === undefined && fresh) setNewFrom(firstUnreadId);
  return newFrom ?? null;
}

/** The message that the address names, if it names one. */
export function useNamedMessage(): string | null {
  const { hash } = useLocation();
  return hash.startsWith(messageHash) ? hash.slice(messageHash.length) : null;
}

interface Scroller {
  scrollToIndex: (index: number, options: { align: "start" | "center" }) => void;
}

/** Leads to the message that is named, or to where what is new begins; further up it is fetched first. */
export function useOpeningPlace(
  rows: readonly TimelineRow[],
  named: string | null,
  newFrom: string | null,
  scroller: Scroller,
  { hasEarlier, state, loadEarlier }: Earlier,
): void {
  const wanted = named ?? newFrom;
  const [reached, setReached] = useState<string | null>(null);
  const index = rows.findIndex((row) =>
    named === null ? row.kind === "new" : row.kind === "message" && row.key === named,
  );
  const searching = wanted !== null && wanted !== reached;
  useEffect(() => {
    if (!searching) return;
    if (index >= 0) {
      scroller.scrollToIndex(index, { align: named === null ? "start" : "center" });
      setReached(wanted);
    } else if (!hasEarlier || state === "failed") setReached(wanted);
    else if (state === "idle") void loadEarlier();
  }, [searching, index, scroller, wanted, named, hasEarlier, state, loadEarlier]);
}
