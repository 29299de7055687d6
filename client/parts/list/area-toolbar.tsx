import type { ReactNode } from "react";
import { formatNumber } from "../../lib/format.ts";

interface AreaToolbarProps {
  title: string;
  count: number | undefined;
  /** The noun that is counted, for those who hear the number alone. */
  one: string;
  many: string;
  /** What narrows the list. */
  children: ReactNode;
  /** What is made and done with it: at the end, on a phone beside the title. */
  actions: ReactNode;
}

/** What is listed, how many, and what narrows it. */
export function AreaToolbar({ title, count, one, many, children, actions }: AreaToolbarProps) {
  return (
    <div className="flex min-h-11.5 shrink-0 flex-wrap items-center gap-2 border-b px-4 py-2">
      <h1 className="max-shell:-order-1 font-semibold">{title}</h1>
      <span
        role="status"
        className="mr-2 min-w-8 text-muted-foreground tabular-nums max-shell:-order-1"
      >
        {count !== undefined && (
          <>
            {formatNumber(count)}
            <span className="sr-only"> {count === 1 ? one : many}</span>
          </>
        )}
      </span>
      <div className="contents print:hidden">{children}</div>
      <div className="ml-auto flex items-center gap-2 max-shell:-order-1 print:hidden">
        {actions}
      </div>
    </div>
  );
}
