import { Link } from "react-router-dom";
import { drillFigure } from "../../../shared/dashboard/drill.ts";
import { cn } from "../../components/cn.ts";
import { formatNumber } from "../../components/format/format.ts";
import { Skeleton } from "../../components/ui/skeleton.tsx";
import { Hint } from "../../components/ui/tooltip.tsx";
import { trpc } from "../../data/trpc.ts";
import { Trouble } from "./blocks/Block.tsx";
import { listOf } from "./dashboard-address.ts";
import { type Change, type Figure, mainFigures } from "./figures.ts";
import { type Dashboard, steady } from "./use-dashboard.ts";

const grid =
  "grid grid-cols-2 gap-px overflow-hidden rounded-lg border bg-border shell:grid-cols-4 min-[85rem]:grid-cols-8 print:grid-cols-8 print:gap-0.5";

/** The main figures in one row, with their definitions on hover and focus; each links to its tickets. */
export function FigureTiles({ dashboard }: { dashboard: Dashboard }) {
  const query = useTotals(dashboard);
  const { data } = query;
  if (!data) {
    return query.isError ? (
      <div className="rounded-lg border bg-card">
        <Trouble query={query} isLow>
          <TilesSkeleton />
        </Trouble>
      </div>
    ) : (
      <div role="status" aria-label="Figures: loading">
        <TilesSkeleton />
      </div>
    );
  }
  const context = { ...dashboard.contextOf(data.now.days), endsToday: data.endsToday };
  return (
    <ul
      aria-label="Figures"
      aria-busy={query.isPlaceholderData}
      className={cn(grid, query.isPlaceholderData && "opacity-55")}
    >
      {mainFigures(data, dashboard.today).map((figure) => (
        <li key={figure.key} className="flex min-w-0">
          <Tile figure={figure} to={listOf(drillFigure(figure.key, context))} />
        </li>
      ))}
    </ul>
  );
}

export function useTotals({ input, view }: Dashboard) {
  return trpc.dashboard.totals.useQuery({ ...input, compare: view.compare }, steady);
}

function Tile({ figure, to }: { figure: Figure; to: string }) {
  const { label, definition, value, tickets, change, line, was } = figure;
  const list = tickets === 1 ? "1 ticket" : `${formatNumber(tickets)} tickets`;
  return (
    <Hint label={[definition, was, `Opens ${list}.`].filter(Boolean).join(" ")}>
      <Link
        to={to}
        className="flex min-w-0 flex-1 flex-col bg-card px-3 py-3 outline-offset-[-2px] hover:bg-accent"
      >
        <span className="truncate text-muted-foreground text-xs">{label}</span>
        <span className="flex min-w-0 flex-wrap items-baseline gap-x-2">
          <strong className="whitespace-nowrap font-semibold text-xl tabular-nums">{value}</strong>
          {change && <ChangeWords change={change} />}
        </span>
        <span className="line-clamp-2 text-muted-foreground text-xs tabular-nums">{line}</span>
      </Link>
    </Hint>
  );
}

function ChangeWords({ change: { words, isGood } }: { change: Change }) {
  return (
    <span
      className={cn(
        "whitespace-nowrap text-xs tabular-nums",
        isGood === null ? "text-muted-foreground" : isGood ? "text-success" : "text-danger-text",
      )}
    >
      {words}
      {isGood !== null && <span className="sr-only">{isGood ? ", better" : ", worse"}</span>}
    </span>
  );
}

const tiles = Array.from({ length: 8 }, (_, index) => index);

function TilesSkeleton() {
  return (
    <div className={grid}>
      {tiles.map((tile) => (
        <div key={tile} className="flex flex-col bg-card px-3 py-3">
          <Skeleton className="my-0.75 w-20" />
          <Skeleton className="my-1.5 h-4 w-14" />
          <Skeleton className="my-0.75 w-16" />
        </div>
      ))}
    </div>
  );
}
