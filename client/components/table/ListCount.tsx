import { cn } from "../cn.ts";
import { formatCount, formatNumber } from "../format/format.ts";

interface ListCountProps {
  count: number | undefined;
  /** The number without filters, while filters are active. */
  total?: number | null | undefined;
  /** The limit above which the total was not counted. */
  cap?: number;
  /** The noun after the count, for screen readers. */
  one: string;
  many: string;
  className?: string;
}

/** `38`, or when filtered `4 of 38`. */
export function ListCount({ count, total, cap, one, many, className }: ListCountProps) {
  const isPart = count !== undefined && total != null && total > count;
  return (
    <span
      role="status"
      className={cn("whitespace-nowrap text-muted-foreground tabular-nums", className)}
    >
      {count !== undefined && (
        <>
          {formatNumber(count)}
          {/* On phones the names next to it need the space. */}
          {isPart && <span className="max-shell:sr-only"> of {formatCount(total, cap)}</span>}
          <span className="sr-only">{(isPart ? total : count) === 1 ? ` ${one}` : ` ${many}`}</span>
        </>
      )}
    </span>
  );
}
