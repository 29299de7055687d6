import { defaultRangeExtractor, useVirtualizer, type VirtualItem } from "@tanstack/react-virtual";
import { type RefObject, useCallback, useDeferredValue, useEffect, useRef } from "react";
import { useMedia } from "../use-media.ts";
import { rowsAhead } from "./rows-below.ts";
import type { Pages } from "./use-pages.ts";

/** Of what names the columns, in pixels. */
export const headHeight = 34;

interface VirtualRowsOptions {
  pages: Pages<{ id: string }>;
  scroll: RefObject<HTMLElement | null>;
  /** What a row is expected to measure; each is measured when it is there. */
  size: number;
  /** The height of what stands above the rows inside the same scrolling. */
  head: number;
  /** In rem: what lies over the end of the list, as the bar of a selection does. */
  covered: number;
  /** This row stays in the page wherever one scrolls, since it may have the focus. */
  kept?: string | null;
  /** A change of this begins again at the top, or where one comes back to. */
  listKey: string;
  top: number;
}

/** Only the rows in sight are in the page; near the end of what has come, more is asked for. */
export function useVirtualRows({
  pages,
  scroll,
  size,
  head,
  covered,
  kept,
  listKey,
  top,
}: VirtualRowsOptions) {
  const { rows, loaded, hasMore, isLoadingMore, moreFailed, isPrevious, loadMore, onSight } = pages;
  // What is printed is all that has come.
  const onPaper = useMedia("print");
  const keptAt = kept ? rows.findIndex(({ id }) => id === kept) : -1;
  // Another function would have the places of all rows reckoned anew, at each step of a scroll.
  const keyAt = useCallback((index: number) => rows[index]?.id ?? index, [rows]);
  // A press waits for the frame that follows it: in that one stands what is in sight.
  const calmKey = useDeferredValue(listKey, "");
  const virtualizer = useVirtualizer<HTMLElement, HTMLElement>({
    count: rows.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => size,
    getItemKey: keyAt,
    overscan: calmKey === listKey ? 8 : 1,
    initialOffset: top,
    scrollMargin: head,
    scrollPaddingStart: head,
    scrollPaddingEnd: covered && covered * rootSize(),
    useFlushSync: false,
    rangeExtractor: (range) => {
      if (onPaper) return Array.from({ length: range.count }, (_, index) => index);
      const inSight = defaultRangeExtractor(range);
      if (keptAt < 0 || inSight.includes(keptAt)) return inSight;
      return [...inSight, keptAt].sort((a, b) => a - b);
    },
  });

  const shownKey = useRef(listKey);
  useEffect(() => {
    if (shownKey.current === listKey) return;
    shownKey.current = listKey;
    scroll.current?.scrollTo({ top });
  }, [listKey, scroll, top]);

  const items = virtualizer.getVirtualItems();
  const last = items.findLast(({ index }) => index !== keptAt)?.index ?? 0;
  const wantsMore = !onPaper && hasMore && last >= loaded - rowsAhead;
  useEffect(() => onSight?.(last), [last, onSight]);
  useEffect(() => {
    if (wantsMore && !isLoadingMore && !moreFailed && !isPrevious) loadMore();
  }, [wantsMore, isLoadingMore, moreFailed, isPrevious, loadMore]);

  return {
    items: withGaps(items, head),
    gapAfter: head + virtualizer.getTotalSize() - (items.at(-1)?.end ?? head),
    measure: virtualizer.measureElement,
    reveal: (index: number) => virtualizer.scrollToIndex(index, { align: "auto" }),
  };
}

/** Each row with the empty space before it, which stands for the rows that are not in the page. */
function withGaps(items: VirtualItem[], head: number): { item: VirtualItem; gap: number }[] {
  return items.map((item, at) => ({ item, gap: item.start - (items[at - 1]?.end ?? head) }));
}

/** As in styles.css: rows are taller where fingers touch them. */
export function rowHeight(): number {
  return (matchMedia("(pointer: coarse)").matches ? 2.75 : 2.25) * rootSize();
}

function rootSize(): number {
  return parseFloat(getComputedStyle(document.documentElement).fontSize);
}
