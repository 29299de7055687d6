import { type RefObject, useEffect, useMemo, useRef, useState } from "react";
import { useLocation } from "react-router-dom";
import type { TicketDetails, TimelineItem } from "../../../../shared/tickets/page.ts";
import { isOptimistic } from "../actions/optimistic-message.ts";
import { messageHash } from "../ticket-links.ts";
import type { TimelineRow } from "./timeline-rows.ts";
import type { LoadedTimeline } from "./use-timeline.ts";

interface Ends {
  scrollToEnd: (options?: object) => void;
}

/** Keeps the newest message in view when the composer grows. */
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

/** Scrolls to the person's own new message. */
export function useFollowOwn(newest: readonly TimelineItem[], ends: Ends): void {
  const last = newest.at(-1);
  const own = last?.kind === "message" && last.mine ? last.id : null;
  const seen = useRef(own);
  useEffect(() => {
    const before = seen.current;
    seen.current = own;
    if (own === null || own === before) return;
    // The answer only replaces the optimistic message, and the person may have scrolled up since.
    const isAnswered =
      before !== null && isOptimistic({ id: before }) && !isOptimistic({ id: own });
    if (!isAnswered) ends.scrollToEnd();
  }, [own, ends]);
}

/** This close to the end counts as at the end. */
const nearEnd = 24;

/** Reports whether the scroller is at its end. */
function watchEnd(scroller: HTMLElement, report: (atEnd: boolean) => void): () => void {
  let height = scroller.clientHeight;
  const isAtEnd = () => {
    const { scrollHeight, scrollTop, clientHeight } = scroller;
    // Scroll events are late: the composer may have reduced the height since.
    return scrollHeight - scrollTop - Math.max(clientHeight, height) <= nearEnd;
  };
  const scrolled = () => report(isAtEnd());
  const observer = new ResizeObserver(() => {
    // While a loading page hides it, it has no height.
    if (scroller.clientHeight === 0) return;
    // Content that turns out shorter reaches the end without a scroll; growth does not leave it.
    if (isAtEnd()) report(true);
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

/** What was visible when the person was last at the end. */
interface Seen {
  ids: ReadonlySet<string>;
  /** The time of the newest item, by the server's clock. */
  at: string;
}

export function seenOf(items: readonly TimelineItem[]): Seen {
  const known = items.filter((item) => !isOptimistic(item));
  return { ids: new Set(items.map(({ id }) => id)), at: known.at(-1)?.at ?? "" };
}

/** New messages by others; earlier items that load later do not count. */
export function countUnseen(items: readonly TimelineItem[], { ids, at }: Seen): number {
  return items.filter(
    (item) => item.kind === "message" && !item.mine && item.at >= at && !ids.has(item.id),
  ).length;
}

/** How many messages by others arrived below while the person reads further up. */
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

/** The first unread item when the page opened, as reading it marks it as read. Not from the cache. */
export function useNewFrom({ firstUnreadId }: TicketDetails, fresh: boolean): string | null {
  const [newFrom, setNewFrom] = useState<string | null | undefined>(
    fresh ? firstUnreadId : undefined,
  );
  if (newFrom === undefined && fresh) setNewFrom(firstUnreadId);
  return newFrom ?? null;
}

/** The message in the address, if any. */
export function useNamedMessage(): string | null {
  const { hash } = useLocation();
  return hash.startsWith(messageHash) ? hash.slice(messageHash.length) : null;
}

interface Scroller {
  scrollToIndex: (index: number, options: { align: "start" | "center" }) => void;
}

/** Scrolls to the message in the address or to the first unread one, loading earlier items if needed. */
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
