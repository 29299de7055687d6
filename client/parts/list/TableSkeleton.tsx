import type { ReactTable } from "@tanstack/react-table";
import { cn } from "../../lib/cn.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import type { features } from "./table-columns.ts";

interface TableSkeletonProps<Row extends object> {
  table: ReactTable<typeof features, Row>;
  rowClassName: string | undefined;
  hasLead: boolean;
}

const rows = Array.from({ length: 16 }, (_, index) => index);

/** Rows in the shape of those that come. */
export function TableSkeleton<Row extends object>({
  table,
  rowClassName,
  hasLead,
}: TableSkeletonProps<Row>) {
  const columns = table.getAllLeafColumns();
  return (
    <tbody aria-hidden="true">
      {rows.map((row) => (
        <tr key={row} className={cn("h-row", rowClassName)}>
          {hasLead && <td className="border-b" />}
          {columns.map((column) => {
            const look = column.columnDef.meta;
            return (
              <td
                key={column.id}
                className={cn("border-b px-2 first:pl-4 last:pr-4", look?.className)}
              >
                <div className="flex items-center gap-2">
                  {look?.picture && <Skeleton className="size-5.5 shrink-0 rounded-full" />}
                  <Skeleton
                    className={cn("max-w-full", look?.skeleton, look?.align === "end" && "ml-auto")}
                  />
                </div>
              </td>
            );
          })}
        </tr>
      ))}
    </tbody>
  );
}
