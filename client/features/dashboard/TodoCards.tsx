import {
  ChevronRight,
  CircleCheck,
  CircleDashed,
  CornerUpLeft,
  Hourglass,
  type LucideIcon,
  RotateCcw,
} from "lucide-react";
import { Link } from "react-router-dom";
import { drillTodo } from "../../../shared/dashboard/drill.ts";
import {
  type TodoItem,
  type TodoKey,
  todoDefinitions,
  todoKeys,
} from "../../../shared/dashboard/figures.ts";
import { cn } from "../../components/cn.ts";
import { formatAgoInSentence, formatNumber } from "../../components/format/format.ts";
import { formatDuration } from "../../components/format/format-figures.ts";
import { Skeleton } from "../../components/ui/skeleton.tsx";
import { Hint } from "../../components/ui/tooltip.tsx";
import { useNow } from "../../data/time/use-now.ts";
import { trpc } from "../../data/trpc.ts";
import { Trouble } from "./blocks/Block.tsx";
import { listOf } from "./dashboard-address.ts";
import { type Dashboard, steady } from "./use-dashboard.ts";

interface Look {
  name: string;
  icon: LucideIcon;
  colour: string;
  /** Shown when there is none. */
  none: string;
  /** Whether it waits, or has happened. */
  waits: boolean;
}

const looks: Record<TodoKey, Look> = {
  unassigned: {
    name: "Unassigned for over an hour",
    icon: CircleDashed,
    colour: "text-destructive",
    none: "all assigned",
    waits: true,
  },
  firstReply: {
    name: "Waiting for a first reply",
    icon: Hourglass,
    colour: "text-warning",
    none: "none waiting",
    waits: true,
  },
  unanswered: {
    name: "Customers’ replies unanswered",
    icon: CornerUpLeft,
    colour: "text-info",
    none: "all are answered",
    waits: true,
  },
  resolvedToday: {
    name: "Resolved today",
    icon: CircleCheck,
    colour: "text-success",
    none: "none yet",
    waits: false,
  },
  reopenedToday: {
    name: "Reopened today",
    icon: RotateCcw,
    colour: "text-muted-foreground",
    none: "none",
    waits: false,
  },
};

/** Three above two where one row has no room; on phones one per row, except the last two. */
const grid =
  "grid grid-cols-2 gap-2.5 shell:grid-cols-6 min-[85rem]:grid-cols-[17fr_15fr_18fr_11fr_11fr]";
const rooms: Record<TodoKey, string> = {
  unassigned: "col-span-2 min-[85rem]:col-span-1",
  firstReply: "col-span-2 min-[85rem]:col-span-1",
  unanswered: "col-span-2 min-[85rem]:col-span-1",
  resolvedToday: "shell:col-span-3 min-[85rem]:col-span-1",
  reopenedToday: "shell:col-span-3 min-[85rem]:col-span-1",
};

/** What needs attention now, regardless of the period. */
export function TodoCards({ dashboard }: { dashboard: Dashboard }) {
  const { timeZone, view } = dashboard;
  const query = trpc.dashboard.todo.useQuery(
    { timeZone, ...view.filters },
    // Waiting times exceed their limits without any event.
    { ...steady, refetchInterval: 60_000 },
  );
  return (
    <section aria-label="To do now">
      {query.data ? (
        <ul className={cn(grid, query.isPlaceholderData && "opacity-55")}>
          {query.data.items.map((item) => (
            <li key={item.key} className={cn("flex min-w-0", rooms[item.key])}>
              <Card
                item={item}
                to={listOf(drillTodo(item.key, { filters: view.filters, timeZone }))}
              />
            </li>
          ))}
        </ul>
      ) : query.isError ? (
        <div className="rounded-lg border bg-card">
          <Trouble query={query} isLow>
            <CardsSkeleton />
          </Trouble>
        </div>
      ) : (
        <div role="status" aria-label="To do now: loading">
          <CardsSkeleton />
        </div>
      )}
    </section>
  );
}

function Card({ item: { key, count, tickets }, to }: { item: TodoItem; to: string }) {
  const { name, icon: Icon, colour, none, waits } = looks[key];
  const now = useNow();
  const [first] = tickets;
  const words = !first
    ? none
    : waits
      ? `longest ${formatDuration(secondsSince(first.since, now))}`
      : describeWait(first.since, now);
  return (
    <Hint label={todoDefinitions[key]}>
      <Link
        to={to}
        className="flex min-h-14 min-w-0 flex-1 items-center gap-2 rounded-lg border bg-card px-2.5 py-2 hover:bg-accent shell:gap-2.5 shell:px-3"
      >
        <Icon className={cn(count > 0 ? colour : "text-faint")} />
        <strong
          className={cn(
            "font-semibold text-lg tabular-nums",
            // On phones, numbers are aligned below each other.
            waits && "max-shell:min-w-[2ch]",
            count === 0 && "font-normal text-muted-foreground",
          )}
        >
          {formatNumber(count)}
        </strong>
        <span className="min-w-0 flex-1">
          <span className="block text-balance font-medium">{name}</span>
          <span className="block truncate text-muted-foreground text-xs tabular-nums">{words}</span>
        </span>
        {waits && <ChevronRight className="text-faint shell:max-[85rem]:hidden print:hidden" />}
      </Link>
    </Hint>
  );
}

function secondsSince(iso: string, now: number): number {
  return Math.max(0, now - Date.parse(iso)) / 1000;
}

function describeWait(iso: string, now: number): string {
  const ago = formatAgoInSentence(iso, now);
  return ago === "now" ? "just now" : `last ${ago}`;
}

function CardsSkeleton() {
  return (
    <div className={grid}>
      {todoKeys.map((key) => (
        <div
          key={key}
          className={cn(
            "flex min-h-14 items-center gap-3 rounded-lg border bg-card px-3",
            rooms[key],
          )}
        >
          <Skeleton className="size-4" />
          <Skeleton className="h-4 w-6" />
          <Skeleton className="w-3/5" />
        </div>
      ))}
    </div>
  );
}
