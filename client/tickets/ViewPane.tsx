import { Link } from "react-router-dom";
import {
  type TicketView,
  ticketViews,
  type ViewCounts,
  viewCountCap,
  viewNames,
} from "../../shared/tickets.ts";
import { cn } from "../lib/cn.ts";
import { formatCount } from "../lib/format.ts";
import { viewAddress } from "./ticket-list-address.ts";
import { viewIcons } from "./views.ts";

/** The built-in views with their counts; below 1280 px they are in a menu instead. */
export function ViewPane({ view, counts }: { view: TicketView; counts: ViewCounts }) {
  return (
    <nav
      aria-label="Ticket views"
      className="w-51 shrink-0 overflow-y-auto border-r bg-background px-2 pb-4 max-xl:hidden"
    >
      <p className="flex h-12 items-center px-2 font-semibold text-base">Tickets</p>
      <ul>
        {ticketViews.map((other) => (
          <li key={other}>
            <ViewLink view={other} selected={other === view} count={counts[other]} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface ViewLinkProps {
  view: TicketView;
  selected: boolean;
  count: number | undefined;
}

function ViewLink({ view, selected, count }: ViewLinkProps) {
  const Icon = viewIcons[view];
  return (
    <Link
      to={viewAddress(view)}
      aria-current={selected ? "page" : undefined}
      className={cn(
        "flex h-7 items-center gap-2 rounded-md px-2 pointer-coarse:h-11",
        selected ? "bg-selected font-medium" : "hover:bg-accent",
      )}
    >
      <Icon className={selected ? "text-selected-foreground" : "text-muted-foreground"} />
      <span className="min-w-0 flex-1 truncate">{viewNames[view]}</span>
      {count !== undefined && (
        <span className="text-muted-foreground text-xs tabular-nums">
          {formatCount(count, viewCountCap)}
        </span>
      )}
    </Link>
  );
}
