import { useTable } from "@tanstack/react-table";
import { useRef } from "react";
import { cn } from "../lib/cn.ts";
import { ListEnd } from "./list-end.tsx";
import { type Columns, features, type Sort } from "./table-columns.ts";
import { TableHead } from "./table-head.tsx";
import { TableSkeleton } from "./table-skeleton.tsx";
import { cursorProps, useListCursor } from "./use-list-cursor.ts";
import type { Pages } from "./use-pages.ts";
import { rowHeight, useVirtualRows } from "./use-virtual-rows.ts";

interface DataTableProps<Row extends { id: string }> {
  label: string;
  columns: Columns<Row>;
  pages: Pages<Row>;
  /** How many rows there are in all, once that is known. */
  count: number | undefined;
  sort: Sort;
  onSort: (sort: Sort) => void;
  /** A change of this begins again at the top. */
  listKey: string;
  rowClassName?: string;
}

const headHeight = 34;

/** A list as a full table: its order comes from the server, and only the rows in sight are drawn. */
export function DataTable<Row extends { id: string }>(props: DataTableProps<Row>) {
  const { label, columns, pages, count, sort, onSort, listKey, rowClassName } = props;
  const scroll = useRef<HTMLDivElement>(null);
  const table = useTable({
    features,
    columns,
    data: pages.rows,
    getRowId: (row) => row.id,
    manualSorting: true,
    enableSortingRemoval: false,
    enableMultiSort: false,
    state: { sorting: [sort] },
    onSortingChange: (updater) => {
      const [next] = typeof updater === "function" ? updater([sort]) : updater;
      if (next) onSort(next);
    },
  });
  const { rows } = table.getRowModel();
  const list = useListCursor({ rows, list: scroll, reveal: (index) => virtual.reveal(index) });
  const virtual = useVirtualRows({
    pages,
    scroll,
    size: rowHeight(),
    head: headHeight,
    kept: list.cursor,
    listKey,
  });

  return (
    <div ref={scroll} className="@container min-h-0 flex-1 overflow-auto">
      <table
        aria-label={label}
        aria-busy={pages.isWaiting || pages.isPrevious}
        aria-rowcount={count === undefined ? undefined : count + 1}
        className="w-full table-fixed border-separate border-spacing-0 text-left"
      >
        <TableHead table={table} />
        {pages.isWaiting && <TableSkeleton table={table} rowClassName={rowClassName} />}
        <tbody className={cn(pages.isPrevious && "opacity-55")}>
          {virtual.items.flatMap(({ item, gap }) => {
            const row = rows[item.index];
            if (!row) return [];
            return [
              gap > 0 && <Gap key={`before ${row.id}`} height={gap} />,
              <tr
                key={row.id}
                ref={virtual.measure}
                data-index={item.index}
                aria-rowindex={item.index + 2}
                className={cn(
                  "group h-row outline-offset-[-1px] hover:bg-accent focus-visible:outline-1 data-cursor:bg-accent",
                  rowClassName,
                )}
                {...cursorProps(row.id, list.cursor, list.setCursor)}
              >
                {row.getAllCells().map((cell) => {
                  const look = cell.column.columnDef.meta;
                  return (
                    <td
                      key={cell.id}
                      className={cn(
                        "truncate border-b px-2 first:pl-4 last:pr-4 first:group-data-cursor:shadow-[inset_2px_0_0_var(--primary)]",
                        look?.align === "end" && "text-right",
                        look?.className,
                      )}
                    >
                      <table.FlexRender cell={cell} />
                    </td>
                  );
                })}
              </tr>,
            ];
          })}
          {virtual.gapAfter > 0 && <Gap height={virtual.gapAfter} />}
        </tbody>
      </table>
      <ListEnd pages={pages} />
    </div>
  );
}

/** Stands for rows that are out of sight. */
function Gap({ height }: { height: number }) {
  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: the rule takes a row for focusable.
  return <tr aria-hidden="true" style={{ height }} />;
}
