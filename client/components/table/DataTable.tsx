import { ArrowDown, ArrowUp } from "lucide-react";
import { type ComponentProps, Fragment, type ReactNode, useMemo, useRef, useState } from "react";
import { cn } from "../cn.ts";
import { RowCheck } from "../ui/row-check.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { ListEnd } from "./ListEnd.tsx";
import { RowReach } from "./RowLink.tsx";
import { RowChoice } from "./selection/RowChoice.tsx";
import type { RowSelection } from "./selection/row-selection.ts";
import {
  type Column,
  type Columns,
  isFirstOfGroup,
  type RowGroup,
  type Sort,
  sortBy,
} from "./table-columns.ts";
import { useListRows } from "./use-list-rows.ts";
import type { Pages } from "./use-pages.ts";
import { headHeight, rowHeight } from "./use-virtual-rows.ts";

interface DataTableProps<Row extends { id: string }> {
  label: string;
  columns: Columns<Row>;
  pages: Pages<Row>;
  /** The total number of rows, once known. */
  count: number | undefined;
  sort: Sort;
  onSort: (sort: Sort) => void;
  /** A change scrolls back to the top. */
  listKey: string;
  /** The row that is open, or was before the person returned to the list. */
  current?: string | null | undefined;
  /** The row that is open next to the list. */
  opened?: string | null | undefined;
  /** Called when a row is hovered or focused. */
  onAim?: ((row: Row) => void) | undefined;
  rowClassName?: string;
  /** Lower rows, except on touch screens. */
  isCompact?: boolean;
  /** Shows a heading above the first row of each group. */
  groupOf?: ((row: Row) => RowGroup) | undefined;
  /** Set where rows can be selected. */
  selection?: RowSelection<Row> | undefined;
  /** Shown below the last row. */
  end?: ReactNode;
}

/** ARIA allows selection in a grid but not in a plain table. */
const manyChosen = { role: "grid", "aria-multiselectable": true } as const;

/** A table sorted by the server, of which only the visible rows are rendered. */
export function DataTable<Row extends { id: string }>(props: DataTableProps<Row>) {
  const { label, columns, pages, count, sort, onSort, listKey, current, onAim } = props;
  const { rowClassName, isCompact = false, groupOf, selection, opened, end } = props;
  const scroll = useRef<HTMLDivElement>(null);
  const { rows } = pages;
  const chosen = selection?.ids;
  const [size] = useState(() => rowHeight(isCompact));
  const { inSight, gapAfter, propsOf } = useListRows({
    pages,
    scroll,
    listKey,
    size,
    current,
    selection,
    onAim,
    head: headHeight,
  });
  const faded = cn(pages.isPrevious && "opacity-55");
  type Shown = (typeof inSight)[number];
  const rowOf = ({ row, index, isReached }: Shown, props: ComponentProps<"tr">) => (
    <tr
      aria-rowindex={index + 2}
      aria-selected={chosen?.has(row.id)}
      aria-current={row.id === opened || undefined}
      className={cn(
        "group h-row outline-offset-[-1px] hover:bg-accent focus-visible:outline-1 has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-ring data-cursor:bg-accent aria-[current]:bg-selected aria-[current]:data-cursor:bg-selected data-selected:bg-selected!",
        rowClassName,
      )}
      {...props}
    >
      {selection && (
        <td className="border-b p-0 group-data-cursor:shadow-[inset_2px_0_0_var(--primary)]">
          <RowChoice
            row={row}
            selection={selection}
            reachable={isReached}
            className="h-[calc(var(--row)-1px)] pl-2 opacity-0 focus-within:opacity-100 group-hover:opacity-100 group-data-cursor:opacity-100 in-data-selecting:opacity-100 pointer-coarse:opacity-100"
          />
        </td>
      )}
      <RowReach value={isReached}>
        <RowCells row={row} columns={columns} />
      </RowReach>
    </tr>
  );

  return (
    <div
      ref={scroll}
      className={cn(
        "@container min-h-0 flex-1 overflow-auto scroll-pb-28 in-data-selecting:pb-28",
        isCompact && "pointer-fine:[--row:1.75rem]",
      )}
    >
      <table
        {...(selection && manyChosen)}
        aria-label={label}
        aria-busy={pages.isWaiting || pages.isPrevious}
        aria-rowcount={count === undefined ? undefined : count + 1}
        className="w-full table-fixed border-separate border-spacing-0 text-left"
      >
        <TableHead
          columns={columns}
          sort={sort}
          onSort={onSort}
          lead={
            selection && (
              <RowCheck
                label="Select all rows"
                checked={rows.length > 0 && rows.every(({ id }) => selection.ids.has(id))}
                some={selection.ids.size > 0 && rows.some(({ id }) => !selection.ids.has(id))}
                reachable
                onToggle={selection.toggleAll}
                className="h-8.5 pl-2"
              />
            )
          }
        />
        {pages.isWaiting && (
          <TableSkeleton
            columns={columns}
            rowClassName={rowClassName}
            hasLead={Boolean(selection)}
          />
        )}
        {groupOf ? (
          inSight.map((item) => {
            const { row, index, gap } = item;
            // The heading is measured with the first row of its group.
            const { ref, "data-index": at, ...props } = propsOf(row, index);
            return (
              <Fragment key={row.id}>
                {gap > 0 && (
                  <tbody>
                    <Gap height={gap} />
                  </tbody>
                )}
                <tbody ref={ref} data-index={at} className={faded}>
                  {isFirstOfGroup(groupOf, rows, index) && (
                    <GroupHead columns={columns.length + (selection ? 1 : 0)}>
                      {groupOf(row).heading}
                    </GroupHead>
                  )}
                  {rowOf(item, props)}
                </tbody>
              </Fragment>
            );
          })
        ) : (
          <tbody className={faded}>
            {inSight.map((item) => (
              <Fragment key={item.row.id}>
                {item.gap > 0 && <Gap height={item.gap} />}
                {rowOf(item, propsOf(item.row, item.index))}
              </Fragment>
            ))}
          </tbody>
        )}
        {gapAfter > 0 && (
          <tbody>
            <Gap height={gapAfter} />
          </tbody>
        )}
      </table>
      <ListEnd pages={pages} end={end} />
    </div>
  );
}

function GroupHead({ columns, children }: { columns: number; children: ReactNode }) {
  return (
    <tr>
      <th
        scope="rowgroup"
        colSpan={columns}
        className="h-8 border-b bg-background px-4 font-medium text-muted-foreground text-xs"
      >
        <span className="flex min-w-0 items-center gap-2">{children}</span>
      </th>
    </tr>
  );
}

/** Takes the space of rows that are not rendered. */
function Gap({ height }: { height: number }) {
  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: the rule takes a row for focusable.
  return <tr aria-hidden="true" style={{ height }} />;
}

interface RowCellsProps<Row> {
  row: Row;
  columns: Columns<Row>;
}

/** Memoized: rendered again when the row changes, not when the cursor moves or the list scrolls. */
function RowCells<Row>({ row, columns }: RowCellsProps<Row>): ReactNode {
  return useMemo(
    () =>
      columns.map(({ id, align, className, cell }) => (
        <td
          key={id}
          className={cn(
            "truncate border-b px-2 first:pl-4 last:pr-4 first:group-data-cursor:shadow-[inset_2px_0_0_var(--primary)]",
            align === "end" && "text-right",
            className,
          )}
        >
          {cell(row)}
        </td>
      )),
    [row, columns],
  );
}

interface TableHeadProps<Row> {
  columns: Columns<Row>;
  sort: Sort;
  onSort: (sort: Sort) => void;
  /** Shown before the first column. */
  lead?: ReactNode;
}

/** Stays at the top; clicking a sortable column sorts the list. */
function TableHead<Row>({ columns, sort, onSort, lead }: TableHeadProps<Row>) {
  return (
    <thead>
      <tr aria-rowindex={1}>
        {lead && <th className="sticky top-0 z-10 h-8.5 w-10 border-b bg-card p-0">{lead}</th>}
        {columns.map((column) => (
          <th
            key={column.id}
            scope="col"
            aria-sort={sortWord(column, sort)}
            className={cn(
              "sticky top-0 z-10 h-8.5 truncate border-b bg-card px-2 font-normal text-muted-foreground text-xs first:pl-4 last:pr-4",
              column.align === "end" && "text-right",
              column.className,
            )}
          >
            {column.order ? (
              <SortButton column={column} sort={sort} onSort={onSort} />
            ) : (
              column.header
            )}
          </th>
        ))}
      </tr>
    </thead>
  );
}

interface SortButtonProps<Row> extends Pick<TableHeadProps<Row>, "sort" | "onSort"> {
  column: Column<Row>;
}

function SortButton<Row>({ column, sort, onSort }: SortButtonProps<Row>) {
  const isSorted = sort.id === column.id;
  const Arrow = isSorted && !sort.desc ? ArrowUp : ArrowDown;
  return (
    <button
      type="button"
      onClick={() => onSort(sortBy(column, sort))}
      className={cn(
        "group/sort inline-flex max-w-full items-center gap-1 rounded-sm py-1 hover:text-foreground focus-visible:outline-offset-0 pointer-coarse:min-h-8.5",
        isSorted && "font-medium text-foreground",
        column.align === "end" && "flex-row-reverse",
      )}
    >
      <span className="truncate">{column.header}</span>
      <Arrow
        className={cn(
          "size-3",
          !isSorted && "opacity-0 group-hover/sort:opacity-60 group-focus-visible/sort:opacity-60",
        )}
      />
    </button>
  );
}

function sortWord<Row>({ id, order }: Column<Row>, sort: Sort) {
  if (!order) return undefined;
  if (sort.id !== id) return "none";
  return sort.desc ? "descending" : "ascending";
}

interface TableSkeletonProps<Row> {
  columns: Columns<Row>;
  rowClassName: string | undefined;
  hasLead: boolean;
}

const rows = Array.from({ length: 16 }, (_, index) => index);

/** Placeholder rows in the shape of the columns. */
function TableSkeleton<Row>({ columns, rowClassName, hasLead }: TableSkeletonProps<Row>) {
  return (
    <tbody aria-hidden="true">
      {rows.map((row) => (
        <tr key={row} className={cn("h-row", rowClassName)}>
          {hasLead && <td className="border-b" />}
          {columns.map(({ id, className, align, skeleton, picture }) => (
            <td key={id} className={cn("border-b px-2 first:pl-4 last:pr-4", className)}>
              <div className="flex items-center gap-2">
                {picture && <Skeleton className="size-5.5 shrink-0 rounded-full" />}
                <Skeleton className={cn("max-w-full", skeleton, align === "end" && "ml-auto")} />
              </div>
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}
