import { Link } from "react-router-dom";
import { ticketViews, viewCountCap, viewNames } from "../../shared/tickets.ts";
import { formatCount } from "../lib/format.ts";
import { useListAddress } from "../parts/list-address.ts";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "../ui/dropdown-menu.tsx";
import type { MenuProps } from "../ui/lazy-menu.tsx";
import { staffAddress, viewAddress } from "./ticket-list-address.ts";
import { useViewCounts } from "./use-tickets.ts";
import { viewIcons } from "./views.ts";

/** The views where there is no room for them beside the list. */
export function ViewMenu({ trigger }: MenuProps) {
  const [{ view }] = useListAddress(staffAddress);
  const counts = useViewCounts(true);
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger asChild>{trigger}</DropdownMenuTrigger>
      <DropdownMenuContent align="start" className="min-w-56">
        {ticketViews.map((other) => {
          const Icon = viewIcons[other];
          const count = counts[other];
          return (
            <DropdownMenuItem key={other} asChild>
              <Link to={viewAddress(other)} aria-current={other === view ? "page" : undefined}>
                <Icon
                  className={other === view ? "text-selected-foreground" : "text-muted-foreground"}
                />
                <span className={other === view ? "font-medium" : undefined}>
                  {viewNames[other]}
                </span>
                {count !== undefined && (
                  <span className="ml-auto pl-4 text-muted-foreground text-xs tabular-nums">
                    {formatCount(count, viewCountCap)}
                  </span>
                )}
              </Link>
            </DropdownMenuItem>
          );
        })}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
