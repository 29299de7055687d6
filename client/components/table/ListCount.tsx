import { cn } from "../cn.ts";
import { formatCount, formatNumber } from "../format/format.ts";

interface ListCountProps {
  count: number | undefined;
  /** How many there are before the list is narrowed, where it is. */
  total?: number | null | undefined;
  /** From here on the total was not counted. */
  cap?: number;
  /** The noun that is counted, for those who hear the number alone. */
  one: string;
  many: string;
  className?: string;
}

/** How many are listed: `38`, and narrowed `4 of 38`. */
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
          {/* On a phone the names beside it need the room. */}
          {isPart && <span className="max-shell:sr-only"> of {formatCount(total, cap)}</span>}
          <span className="sr-only">{(isPart ? total : count) === 1 ? ` ${one}` : ` ${many}`}</span>
        </>
      )}
    </span>
  );
}
