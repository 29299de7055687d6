import { type ReactNode, useRef } from "react";
import { cn } from "../lib/cn.ts";
import { ListEnd } from "./list-end.tsx";
import { cursorProps, useListCursor } from "./use-list-cursor.ts";
import type { Pages } from "./use-pages.ts";
import { useVirtualRows } from "./use-virtual-rows.ts";

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
  /** Narrower than its surroundings, for lists that are read rather than scanned. */
  className?: string;
  children: (row: Row) => ReactNode;
}

const waiting = Array.from({ length: 8 }, (_, index) => index);

/** A list of cards, of which only those in sight are drawn. */
export function VirtualList<Row extends { id: string }>(props: VirtualListProps<Row>) {
  const { label, pages, count, size, listKey, skeleton, className, children } = props;
  const scroll = useRef<HTMLDivElement>(null);
  const list = useListCursor({
    rows: pages.rows,
    list: scroll,
    reveal: (index) => virtual.reveal(index),
  });
  const virtual = useVirtualRows({ pages, scroll, size, kept: list.cursor, listKey });

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll by keyboard too.
    <div ref={scroll} tabIndex={0} className="min-h-0 flex-1 overflow-y-auto outline-offset-[-2px]">
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
              className="border-b outline-offset-[-1px] focus-visible:outline-1 data-cursor:bg-accent data-cursor:shadow-[inset_2px_0_0_var(--primary)]"
              {...cursorProps(row.id, list.cursor, list.setCursor)}
            >
              {children(row)}
            </li>,
          ];
        })}
        {virtual.gapAfter > 0 && <li aria-hidden="true" style={{ height: virtual.gapAfter }} />}
      </ul>
      <ListEnd pages={pages} />
    </div>
  );
}
