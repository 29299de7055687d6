import { cn } from "../cn.ts";
import { Skeleton } from "../ui/skeleton.tsx";
import type { Columns } from "./table-columns.ts";

interface TableSkeletonProps<Row> {
  columns: Columns<Row>;
  rowClassName: string | undefined;
  hasLead: boolean;
}

const rows = Array.from({ length: 16 }, (_, index) => index);

/** Rows in the shape of those that come. */
export function TableSkeleton<Row>({ columns, rowClassName, hasLead }: TableSkeletonProps<Row>) {
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
