import { defaultRangeExtractor, useVirtualizer, type VirtualItem } from "@tanstack/react-virtual";
import { type RefObject, useCallback, useDeferredValue, useEffect, useRef } from "react";
import { useMedia } from "../use-media.ts";
import { rowsAhead } from "./rows-below.ts";
import type { Pages } from "./use-pages.ts";

/** The height of the column headings in pixels. */
export const headHeight = 34;

interface VirtualRowsOptions {
  pages: Pages<{ id: string }>;
  scroll: RefObject<HTMLElement | null>;
  /** The estimated height of a row; the real one is measured after rendering. */
  size: number;
  /** The height of what scrolls above the rows. */
  head: number;
  /** In rem: what covers the end of the list, such as the selection bar. */
  covered: number;
  /** This row stays rendered wherever the list is scrolled, since it may have the focus. */
  kept?: string | null;
  /** A change scrolls back to the top, or to the restored position. */
  listKey: string;
  top: number;
}

/** Renders only the visible rows, and loads more near the end. */
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
  // Printing renders everything that has loaded.
  const onPaper = useMedia("print");
  const keptIndex = kept ? rows.findIndex(({ id }) => id === kept) : -1;
  // A new function would recalculate all positions at every scroll step.
  const keyAt = useCallback((index: number) => rows[index]?.id ?? index, [rows]);
  // Deferred, so that the visible rows are rendered first.
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
      if (keptIndex < 0 || inSight.includes(keptIndex)) return inSight;
      return [...inSight, keptIndex].sort((a, b) => a - b);
    },
  });

  const shownKey = useRef(listKey);
  useEffect(() => {
    if (shownKey.current === listKey) return;
    shownKey.current = listKey;
    scroll.current?.scrollTo({ top });
  }, [listKey, scroll, top]);

  const items = virtualizer.getVirtualItems();
  const last = items.findLast(({ index }) => index !== keptIndex)?.index ?? 0;
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

/** Each row with the empty space before it, for the rows that are not rendered. */
function withGaps(items: VirtualItem[], head: number): { item: VirtualItem; gap: number }[] {
  return items.map((item, at) => ({ item, gap: item.start - (items[at - 1]?.end ?? head) }));
}

/** As in styles.css: rows are taller on touch screens. */
export function rowHeight(isCompact = false): number {
  if (matchMedia("(pointer: coarse)").matches) return 2.75 * rootSize();
  return (isCompact ? 1.75 : 2.25) * rootSize();
}

function rootSize(): number {
  return parseFloat(getComputedStyle(document.documentElement).fontSize);
}
