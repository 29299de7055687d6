import type { Header, ReactTable } from "@tanstack/react-table";
import { ArrowDown, ArrowUp } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "../../lib/cn.ts";
import type { features } from "./table-columns.ts";

/** Stays at the top; a column that can order the list does so by a click. */
export function TableHead<Row extends object>({
  table,
  lead,
}: {
  table: ReactTable<typeof features, Row>;
  /** Before the first column. */
  lead?: ReactNode;
}) {
  return (
    <thead>
      {table.getHeaderGroups().map((group) => (
        <tr key={group.id} aria-rowindex={1}>
          {lead && <th className="sticky top-0 z-10 h-8.5 w-10 border-b bg-card p-0">{lead}</th>}
          {group.headers.map((header) => {
            const look = header.column.columnDef.meta;
            return (
              <th
                key={header.id}
                scope="col"
                aria-sort={sortWord(header)}
                className={cn(
                  "sticky top-0 z-10 h-8.5 truncate border-b bg-card px-2 font-normal text-muted-foreground text-xs first:pl-4 last:pr-4",
                  look?.align === "end" && "text-right",
                  look?.className,
                )}
              >
                <SortButton header={header}>
                  <table.FlexRender header={header} />
                </SortButton>
              </th>
            );
          })}
        </tr>
      ))}
    </thead>
  );
}

type AnyHeader<Row extends object> = Header<typeof features, Row, unknown>;

function SortButton<Row extends object>({
  header: { column },
  children,
}: {
  header: AnyHeader<Row>;
  children: ReactNode;
}) {
  if (!column.getCanSort()) return children;
  const sorted = column.getIsSorted();
  const Arrow = sorted === "asc" ? ArrowUp : ArrowDown;
  return (
    <button
      type="button"
      onClick={column.getToggleSortingHandler()}
      className={cn(
        "group/sort inline-flex max-w-full items-center gap-1 rounded-sm py-1 hover:text-foreground focus-visible:outline-offset-0 pointer-coarse:min-h-8.5",
        sorted && "font-medium text-foreground",
        column.columnDef.meta?.align === "end" && "flex-row-reverse",
      )}
    >
      <span className="truncate">{children}</span>
      <Arrow
        className={cn(
          "size-3",
          !sorted && "opacity-0 group-hover/sort:opacity-60 group-focus-visible/sort:opacity-60",
        )}
      />
    </button>
  );
}

function sortWord<Row extends object>({ column }: AnyHeader<Row>) {
  if (!column.getCanSort()) return undefined;
  const sorted = column.getIsSorted();
  if (!sorted) return "none";
  return sorted === "asc" ? "ascending" : "descending";
}
