import { type ReactNode, useMemo, useRef } from "react";
import { cn } from "../../lib/cn.ts";
import { oneColumn, useMedia } from "../use-media.ts";
import { ListEnd } from "./ListEnd.tsx";
import { useListStand } from "./list-stand.ts";
import { RowReach } from "./row-reach.ts";
import { RowChoice } from "./selection/RowChoice.tsx";
import { type RowSelection, useRowGestures } from "./selection/row-selection.ts";
import { cursorProps, useListCursor } from "./use-list-cursor.ts";
import type { Pages } from "./use-pages.ts";
import { headHeight, useVirtualRows } from "./use-virtual-rows.ts";

interface VirtualListProps<Row extends { id: string }> {
  label: string;
  pages: Pages<Row>;
  /** How many rows there are in all, once that is known. */
  count?: number | undefined;
  /** The expected height of one, in pixels. */
  size: number;
  /** A change of this begins again at the top. */
  listKey: string;
  /** The shape of one that is on its way. */
  skeleton: ReactNode;
  /** The row that is open beside the list, or was before. */
  current?: string | null | undefined;
  /** Somebody points at a row, or stands on it. */
  onAim?: ((row: Row) => void) | undefined;
  /** What its columns are called, 2.125rem high; in one column there are none. */
  head?: ReactNode;
  /** Narrower than its surroundings, for lists that are read rather than scanned. */
  className?: string;
  /** Where rows can be chosen. */
  selection?: RowSelection<Row> | undefined;
  /** Below the last row. */
  end?: ReactNode;
  /** With the checkbox that chooses the row. The same function as long as it says the same. */
  children: (row: Row, check: ReactNode) => ReactNode;
}

const waiting = Array.from({ length: 8 }, (_, index) => index);

/** A list of cards, of which only those in sight are drawn. */
export function VirtualList<Row extends { id: string }>(props: VirtualListProps<Row>) {
  const { label, pages, count, size, listKey, skeleton, current, onAim } = props;
  const { head, className, selection, end, children } = props;
  const hasHead = !useMedia(oneColumn) && head !== undefined;
  const scroll = useRef<HTMLDivElement>(null);
  const stand = useListStand(listKey, scroll);
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
    ...{ pages, scroll, size, listKey },
    head: hasHead ? headHeight : 0,
    top: stand.left?.top ?? 0,
    kept: list.cursor,
    covered: selection?.ids.size ? 7 : 0,
  });

  return (
    <div
      ref={scroll}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll by keyboard too.
      tabIndex={0}
      className="min-h-0 flex-1 overflow-y-auto scroll-pb-28 outline-offset-[-2px] in-data-selecting:pb-28"
    >
      {hasHead && head}
      <ul
        aria-label={label}
        aria-busy={pages.isWaiting || pages.isPrevious}
        className={cn(pages.isPrevious && "opacity-55", className)}
      >
        {pages.isWaiting &&
          waiting.map((row) => (
            <li key={row} aria-hidden="true" className="border-b">
              {skeleton}
            </li>
          ))}
        {virtual.items.flatMap(({ item, gap }) => {
          const row = pages.rows[item.index];
          if (!row) return [];
          return [
            gap > 0 && <li key={`before ${row.id}`} aria-hidden="true" style={{ height: gap }} />,
            <li
              key={row.id}
              ref={virtual.measure}
              data-index={item.index}
              aria-posinset={item.index + 1}
              aria-setsize={count ?? -1}
              aria-current={row.id === current || undefined}
              className="group cursor-default border-b outline-offset-[-1px] not-aria-[current]:hover:bg-accent focus-visible:outline-1 has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-ring not-aria-[current]:data-cursor:bg-accent data-cursor:shadow-[inset_2px_0_0_var(--primary)] aria-[current]:bg-selected data-selected:bg-selected!"
              onPointerEnter={() => onAim?.(row)}
              onFocusCapture={() => onAim?.(row)}
              {...cursorProps(row.id, list)}
              {...gestures(row.id)}
            >
              <RowReach value={row.id === list.reached}>
                <RowContent row={row} selection={selection} reachable={row.id === list.reached}>
                  {children}
                </RowContent>
              </RowReach>
            </li>,
          ];
        })}
        {virtual.gapAfter > 0 && <li aria-hidden="true" style={{ height: virtual.gapAfter }} />}
      </ul>
      <ListEnd pages={pages} end={end} />
    </div>
  );
}

interface RowContentProps<Row extends { id: string }> {
  row: Row;
  selection: RowSelection<Row> | undefined;
  reachable: boolean;
  children: VirtualListProps<Row>["children"];
}

/** Drawn anew where what it says has changed, and not with each step of the cursor or of a scroll. */
function RowContent<Row extends { id: string }>(props: RowContentProps<Row>): ReactNode {
  const { row, selection, reachable, children } = props;
  return useMemo(() => {
    const check = selection && (
      <RowChoice {...{ row, selection, reachable }} className="size-8 pointer-coarse:size-11" />
    );
    return children(row, check);
  }, [row, selection, reachable, children]);
}
