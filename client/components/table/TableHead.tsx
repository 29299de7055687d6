import { ArrowDown, ArrowUp } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "../cn.ts";
import { type Column, type Columns, type Sort, sortBy } from "./table-columns.ts";

interface TableHeadProps<Row> {
  columns: Columns<Row>;
  sort: Sort;
  onSort: (sort: Sort) => void;
  /** Before the first column. */
  lead?: ReactNode;
}

/** Stays at the top; a column that can order the list does so by a click. */
export function TableHead<Row>({ columns, sort, onSort, lead }: TableHeadProps<Row>) {
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
            {column.order ? <SortButton {...{ column, sort, onSort }} /> : column.header}
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
