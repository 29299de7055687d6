import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { cn } from "../../../components/cn.ts";
import { formatNumber } from "../../../components/format/format.ts";

export interface NamedBar {
  id: string;
  /** The accessible name. */
  name: string;
  /** The visible label, if it is more than the name. */
  look?: ReactNode;
  count: number;
  /** Null where no list can show all of them. */
  to: string | null;
  /** Combines all entries without a row of their own. */
  isRest?: boolean;
}

/** Names with counts and bars. Each links to its tickets. */
export function NamedBars({ label, rows }: { label: string; rows: readonly NamedBar[] }) {
  const most = Math.max(1, ...rows.map(({ count }) => count));
  return (
    <ul
      aria-label={label}
      className="grid gap-x-3"
      style={{ gridTemplateColumns: "fit-content(55%) minmax(1.5rem, 1fr) auto" }}
    >
      {rows.map(({ id, name, look, count, to, isRest }) => (
        <li key={id} className="col-span-3 grid grid-cols-subgrid">
          <Row to={to}>
            {look ?? (
              <span
                dir="auto"
                data-hint={name}
                data-hint-cut=""
                className={cn("truncate text-left", isRest && "text-muted-foreground")}
              >
                {name}
              </span>
            )}
            <span
              aria-hidden="true"
              className="h-2.5 rounded-xs bg-accent forced-color-adjust-none"
            >
              <span
                className={cn("block h-full rounded-xs", isRest ? "bg-faint" : "bg-chart-1")}
                style={{ width: `${(100 * count) / most}%` }}
              />
            </span>
            <span className="text-right text-muted-foreground tabular-nums">
              {formatNumber(count)}
            </span>
          </Row>
        </li>
      ))}
    </ul>
  );
}

function Row({ to, children }: { to: string | null; children: ReactNode }) {
  const classes =
    "-mx-1.5 col-span-3 grid h-8 grid-cols-subgrid items-center rounded-sm px-1.5 pointer-coarse:h-11";
  if (to === null) return <span className={classes}>{children}</span>;
  return (
    <Link to={to} className={cn(classes, "outline-offset-[-2px] hover:bg-accent")}>
      {children}
    </Link>
  );
}
