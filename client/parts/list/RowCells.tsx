import { FlexRender, type Row, type RowData } from "@tanstack/react-table";
import { type ReactNode, useMemo } from "react";
import { cn } from "../../lib/cn.ts";
import type { Columns, features } from "./table-columns.ts";

interface RowCellsProps<Data extends RowData> {
  row: Row<typeof features, Data>;
  columns: Columns<Data>;
}

/** Drawn anew where what they say has changed, and not with each step of the cursor or of a scroll. */
export function RowCells<Data extends RowData>({ row, columns }: RowCellsProps<Data>): ReactNode {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a row is made anew with each answer, what it says stays the same.
  return useMemo(
    () =>
      row.getAllCells().map((cell) => {
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
            <FlexRender cell={cell} />
          </td>
        );
      }),
    [row.original, columns],
  );
}
