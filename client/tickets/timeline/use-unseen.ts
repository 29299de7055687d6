import { type RefObject, useEffect, useState } from "react";
import type { TimelineItem } from "../../../shared/tickets/page.ts";

/** So near the end one reads what stands there. */
const nearEnd = 24;

/** How many messages of others came below while one reads further up. */
export function useUnseen(
  newest: readonly TimelineItem[],
  scroll: RefObject<HTMLElement | null>,
): number {
  const last = newest.at(-1)?.id ?? null;
  const [seen, setSeen] = useState(last);
  const [atEnd, setAtEnd] = useState(true);
  useEffect(() => {
    const element = scroll.current;
    if (!element) return;
    const note = () => setAtEnd(isAtEnd(element));
    element.addEventListener("scroll", note, { passive: true });
    return () => element.removeEventListener("scroll", note);
  }, [scroll]);
  useEffect(() => {
    if (atEnd) setSeen(last);
  }, [atEnd, last]);

  const at = newest.findIndex(({ id }) => id === seen);
  if (at < 0 || seen === last) return 0;
  return newest.slice(at + 1).filter((item) => item.kind === "message" && !item.mine).length;
}

function isAtEnd({ scrollHeight, scrollTop, clientHeight }: HTMLElement): boolean {
  return scrollHeight - scrollTop - clientHeight <= nearEnd;
}
