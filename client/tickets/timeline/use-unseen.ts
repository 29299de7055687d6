import { type RefObject, useEffect, useMemo, useState } from "react";
import { countUnseen, seenOf } from "./unseen.ts";
import type { LoadedTimeline } from "./use-timeline.ts";

/** So near the end one reads what stands there. */
const nearEnd = 24;

/** How many messages of others came below while one reads further up. */
export function useUnseen(
  { earlier, newest }: Pick<LoadedTimeline, "earlier" | "newest">,
  scroll: RefObject<HTMLElement | null>,
): number {
  const [seen, setSeen] = useState(() => seenOf(newest));
  const [atEnd, setAtEnd] = useState(true);
  useEffect(() => {
    const element = scroll.current;
    if (!element) return;
    const note = () => setAtEnd(isAtEnd(element));
    element.addEventListener("scroll", note, { passive: true });
    return () => element.removeEventListener("scroll", note);
  }, [scroll]);
  useEffect(() => {
    if (atEnd) setSeen(seenOf(newest));
  }, [atEnd, newest]);
  return useMemo(
    () => (atEnd ? 0 : countUnseen([...earlier, ...newest], seen)),
    [atEnd, earlier, newest, seen],
  );
}

function isAtEnd({ scrollHeight, scrollTop, clientHeight }: HTMLElement): boolean {
  return scrollHeight - scrollTop - clientHeight <= nearEnd;
}
