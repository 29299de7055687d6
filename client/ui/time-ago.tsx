import { cn } from "../lib/cn.ts";
import { formatAgo, formatExact } from "../lib/format.ts";
import { useNow } from "../lib/now.ts";
import { useTimeZone } from "../lib/viewer.ts";

interface TimeAgoProps {
  at: string;
  className?: string;
}

/** Relative under a week, then a date; always the exact time on hover. */
export function TimeAgo({ at, className }: TimeAgoProps) {
  const timeZone = useTimeZone();
  return (
    <time
      dateTime={at}
      title={formatExact(at, timeZone)}
      className={cn("whitespace-nowrap tabular-nums", className)}
    >
      {formatAgo(at, useNow(), timeZone)}
    </time>
  );
}
