import type { DashboardFigures } from "../../shared/dashboard.ts";
import { cn } from "../lib/cn.ts";
import { Skeleton } from "../ui/skeleton.tsx";
import { Hint } from "../ui/tooltip.tsx";
import { type Figure, mainFigures } from "./figures.ts";

const grid =
  "grid grid-cols-2 gap-px overflow-hidden rounded-lg border bg-border shell:grid-cols-4 min-[85rem]:grid-cols-8";

/** The main figures in one row; what each counts is said on hover and focus. */
export function FigureRow({ figures }: { figures: DashboardFigures }) {
  return (
    <dl className={grid}>
      {mainFigures(figures).map((figure) => (
        <Cell key={figure.key} figure={figure} />
      ))}
    </dl>
  );
}

function Cell({ figure: { label, definition, value, change, line } }: { figure: Figure }) {
  return (
    <Hint label={definition}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: its definition shows on focus too. */}
      <div tabIndex={0} className="min-w-0 bg-card px-3.5 py-3 outline-offset-[-2px]">
        <dt className="truncate text-muted-foreground text-xs">{label}</dt>
        <dd className="flex min-w-0 flex-wrap items-baseline gap-x-2">
          <span className="whitespace-nowrap font-semibold text-xl tabular-nums">{value}</span>
          {change && (
            <span
              className={cn(
                "whitespace-nowrap text-xs tabular-nums",
                change.good ? "text-success" : "text-muted-foreground",
              )}
            >
              {change.words}
            </span>
          )}
        </dd>
        <dd className="truncate text-muted-foreground text-xs tabular-nums">{line}</dd>
      </div>
    </Hint>
  );
}

const cells = Array.from({ length: 8 }, (_, index) => index);

export function FigureRowSkeleton() {
  return (
    <div className={grid}>
      {cells.map((cell) => (
        <div key={cell} className="bg-card px-3.5 py-3">
          <Skeleton className="my-0.75 w-20" />
          <Skeleton className="my-1.5 h-4 w-14" />
          <Skeleton className="my-0.75 w-16" />
        </div>
      ))}
    </div>
  );
}
