import { type ReactNode, useMemo } from "react";
import { cn } from "../cn.ts";
import type { Columns } from "./table-columns.ts";

interface RowCellsProps<Row> {
  row: Row;
  columns: Columns<Row>;
}

/** Drawn anew where what they say has changed, and not with each step of the cursor or of a scroll. */
export function RowCells<Row>({ row, columns }: RowCellsProps<Row>): ReactNode {
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
