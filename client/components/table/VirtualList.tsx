import { Fragment, type ReactNode, useMemo, useRef } from "react";
import { cn } from "../cn.ts";
import { oneColumn, useMedia } from "../use-media.ts";
import { ListEnd } from "./ListEnd.tsx";
import { RowReach } from "./RowLink.tsx";
import { RowChoice } from "./selection/RowChoice.tsx";
import type { RowSelection } from "./selection/row-selection.ts";
import { isFirstOfGroup, type RowGroup } from "./table-columns.ts";
import { useListRows } from "./use-list-rows.ts";
import type { Pages } from "./use-pages.ts";
import { headHeight } from "./use-virtual-rows.ts";

interface VirtualListProps<Row extends { id: string }> {
  label: string;
  pages: Pages<Row>;
  /** The total number of rows, once known. */
  count?: number | undefined;
  /** The estimated height of a row in pixels. */
  size: number;
  /** A change scrolls back to the top. */
  listKey: string;
  /** The skeleton of a row. */
  skeleton: ReactNode;
  /** The row that is open next to the list, or was before. */
  current?: string | null | undefined;
  /** Called when a row is hovered or focused. */
  onAim?: ((row: Row) => void) | undefined;
  /** The column headings, 2.125rem high; absent with a single column. */
  head?: ReactNode;
  /** Limits the width of lists that are read rather than scanned. */
  className?: string;
  /** Set where rows can be selected. */
  selection?: RowSelection<Row> | undefined;
  /** Shows a heading above the first row of each group. */
  groupOf?: ((row: Row) => RowGroup) | undefined;
  /** Shown below the last row. */
  end?: ReactNode;
  /** Renders a row with its checkbox. Must be the same function between renders. */
  children: (row: Row, check: ReactNode) => ReactNode;
}

const rowClass =
  "group cursor-default border-b outline-offset-[-1px] not-aria-[current]:hover:bg-accent focus-visible:outline-1 has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-ring not-aria-[current]:data-cursor:bg-accent data-cursor:shadow-[inset_2px_0_0_var(--primary)] aria-[current]:bg-selected data-selected:bg-selected!";

const waiting = Array.from({ length: 8 }, (_, index) => index);

/** A list of cards, of which only the visible ones are rendered. */
export function VirtualList<Row extends { id: string }>(props: VirtualListProps<Row>) {
  const { label, pages, count, size, listKey, skeleton, current, onAim } = props;
  const { head, className, selection, groupOf, end, children } = props;
  const hasHead = !useMedia(oneColumn) && head !== undefined;
  const scroll = useRef<HTMLDivElement>(null);
  const { inSight, gapAfter, propsOf } = useListRows({
    pages,
    scroll,
    listKey,
    size,
    current,
    selection,
    onAim,
    head: hasHead ? headHeight : 0,
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
        {inSight.map(({ row, index, gap, isReached }) => {
          const { ref, "data-index": at, ...props } = propsOf(row, index);
          const inList = {
            ref,
            "data-index": at,
            "aria-posinset": index + 1,
            "aria-setsize": count ?? -1,
          };
          const own = {
            ...props,
            "aria-current": row.id === current || undefined,
            className: rowClass,
          };
          const content = (
            <RowReach value={isReached}>
              <RowContent row={row} selection={selection} reachable={isReached}>
                {children}
              </RowContent>
            </RowReach>
          );
          return (
            <Fragment key={row.id}>
              {gap > 0 && <li aria-hidden="true" style={{ height: gap }} />}
              {groupOf ? (
                // The heading is measured with the first row of its group.
                <li {...inList}>
                  {isFirstOfGroup(groupOf, pages.rows, index) && (
                    <div className="flex h-8 items-center gap-2 border-b bg-background px-4 font-medium text-muted-foreground text-xs">
                      {groupOf(row).heading}
                    </div>
                  )}
                  <div {...own}>{content}</div>
                </li>
              ) : (
                <li {...inList} {...own}>
                  {content}
                </li>
              )}
            </Fragment>
          );
        })}
        {gapAfter > 0 && <li aria-hidden="true" style={{ height: gapAfter }} />}
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

/** Memoized: rendered again when the row changes, not when the cursor moves or the list scrolls. */
function RowContent<Row extends { id: string }>(props: RowContentProps<Row>): ReactNode {
  const { row, selection, reachable, children } = props;
  return useMemo(() => {
    const check = selection && (
      <RowChoice
        row={row}
        selection={selection}
        reachable={reachable}
        className="size-8 pointer-coarse:size-11"
      />
    );
    return children(row, check);
  }, [row, selection, reachable, children]);
}
