import { type RefObject, useEffect, useRef } from "react";
import type { TimelineItem } from "../../../../shared/tickets/page.ts";
import { isOnItsWay } from "../actions/optimistic-message.ts";
import { watchEnd } from "./watch-end.ts";

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
