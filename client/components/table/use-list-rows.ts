import type { RefObject } from "react";
import { type RowSelection, useRowGestures } from "./selection/row-selection.ts";
import { cursorProps, useListCursor, useListScroll } from "./use-list-cursor.ts";
import type { Pages } from "./use-pages.ts";
import { useVirtualRows } from "./use-virtual-rows.ts";

interface ListRowsOptions<Row extends { id: string }> {
  pages: Pages<Row>;
  scroll: RefObject<HTMLElement | null>;
  /** A change scrolls back to the top. */
  listKey: string;
  /** The estimated height of a row, and of the heading above them, in pixels. */
  size: number;
  head: number;
  /** The row that is open next to the list, or was before the person returned. */
  current: string | null | undefined;
  /** Set where rows can be selected. */
  selection: RowSelection<Row> | undefined;
  /** Called when a row is hovered or focused. */
  onAim: ((row: Row) => void) | undefined;
}

/** The visible rows of a list and their event handlers, for tables and cards alike. */
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
    pages,
    scroll,
    size,
    head,
    listKey,
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
