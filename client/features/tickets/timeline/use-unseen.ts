import { type RefObject, useEffect, useMemo, useState } from "react";
import { countUnseen, seenOf } from "./unseen.ts";
import type { LoadedTimeline } from "./use-timeline.ts";
import { watchEnd } from "./watch-end.ts";

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
