import type { ReactNode } from "react";
import { formatNumber } from "../lib/format.ts";

interface BarRowsProps {
  label: string;
  rows: { id: string; name: ReactNode; count: number }[];
  colour?: string;
}

/** Names with their counts, and a bar that shows which is large. */
export function BarRows({ label, rows, colour = "bg-chart-1" }: BarRowsProps) {
  const most = Math.max(1, ...rows.map(({ count }) => count));
  return (
    <ul aria-label={label}>
      {rows.map(({ id, name, count }) => (
        <li
          key={id}
          className="grid h-8 grid-cols-[minmax(0,11fr)_minmax(0,12fr)_2.5rem] items-center gap-3"
        >
          <span className="min-w-0">{name}</span>
          <span aria-hidden="true" className="h-2.5 rounded-xs bg-accent">
            <span
              className={`block h-full rounded-xs ${colour}`}
              style={{ width: `${(100 * count) / most}%` }}
            />
          </span>
          <span className="text-right text-muted-foreground tabular-nums">
            {formatNumber(count)}
          </span>
        </li>
      ))}
    </ul>
  );
}
