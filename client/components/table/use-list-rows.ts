import type { RefObject } from "react";
import { useListScroll } from "./scroll-position.ts";
import { type RowSelection, useRowGestures } from "./selection/row-selection.ts";
import { cursorProps, useListCursor } from "./use-list-cursor.ts";
import type { Pages } from "./use-pages.ts";
import { useVirtualRows } from "./use-virtual-rows.ts";

interface ListRowsOptions<Row extends { id: string }> {
  pages: Pages<Row>;
  scroll: RefObject<HTMLElement | null>;
  /** A change of this begins again at the top. */
  listKey: string;
  /** The expected height of a row, and of what stands above them all, in pixels. */
  size: number;
  head: number;
  /** The row that is open beside the list, or was before one came back to it. */
  current: string | null | undefined;
  /** Where rows can be chosen. */
  selection: RowSelection<Row> | undefined;
  /** Somebody points at a row, or stands on it. */
  onAim: ((row: Row) => void) | undefined;
}

/** The rows of a list that are in sight, and what each of them hears, in whatever form they are drawn. */
export function useListRows<Row extends { id: string }>(options: ListRowsOptions<Row>) {
  const { pages, scroll, listKey, size, head, current, selection, onAim } = options;
  const stand = useListScroll(listKey, scroll);
  const list = useListCursor({
    listKey: pages.isPrevious ? `before ${listKey}` : listKey,
    rows: pages.rows,
    list: scroll,
    reveal: (index) => virtual.reveal(index),
    current,
    stand,
    selection,
  });
  const gestures = useRowGestures(selection);
  const virtual = useVirtualRows({
    ...{ pages, scroll, size, head, listKey },
    covered: selection?.ids.size ? 7 : 0,
    kept: list.cursor,
    top: stand.left?.top ?? 0,
  });

  return {
    inSight: virtual.items.flatMap(({ item: { index }, gap }) => {
      const row = pages.rows[index];
      return row ? [{ row, index, gap, isReached: row.id === list.reached }] : [];
    }),
    gapAfter: virtual.gapAfter,
    propsOf: (row: Row, index: number) => ({
      ref: virtual.measure,
      "data-index": index,
      onPointerEnter: () => onAim?.(row),
      onFocusCapture: () => onAim?.(row),
      ...cursorProps(row.id, list),
      ...gestures(row.id),
    }),
  };
}
