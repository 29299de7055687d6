import { ArrowDownNarrowWide, ArrowUpNarrowWide, ChevronDown } from "lucide-react";
import { viewNames } from "../../shared/tickets.ts";
import { formatNumber } from "../lib/format.ts";
import { lazyPart } from "../lib/lazy-part.ts";
import { Button } from "../ui/button.tsx";
import { LazyMenu } from "../ui/lazy-menu.tsx";
import { orderNames } from "./orders.ts";
import type { TicketList } from "./ticket-list-address.ts";
import { viewIcons } from "./views.ts";

const ViewMenu = lazyPart(() => import("./ViewMenu.tsx"), "ViewMenu");
const OrderMenu = lazyPart(() => import("./OrderMenu.tsx"), "OrderMenu");

interface ListToolbarProps {
  list: TicketList;
  count: number | undefined;
}

/** What is listed, how many, and in which order. */
export function ListToolbar({ list: { view, sort, descending }, count }: ListToolbarProps) {
  const Icon = viewIcons[view];
  const OrderIcon = descending ? ArrowDownNarrowWide : ArrowUpNarrowWide;
  return (
    <div className="flex h-10.5 shrink-0 items-center gap-2 border-b px-4 pointer-coarse:h-13">
      <h1 className="font-semibold max-xl:sr-only">{viewNames[view]}</h1>
      <LazyMenu
        menu={ViewMenu}
        trigger={
          <Button
            variant="outline"
            size="sm"
            className="xl:hidden"
            aria-label={`View: ${viewNames[view]}`}
          >
            <Icon />
            {viewNames[view]}
            <ChevronDown className="text-muted-foreground" />
          </Button>
        }
      />
      <span role="status" className="text-muted-foreground tabular-nums">
        {count !== undefined && (
          <>
            {formatNumber(count)}
            <span className="sr-only">{count === 1 ? " ticket" : " tickets"}</span>
          </>
        )}
      </span>
      <div className="ml-auto">
        <LazyMenu
          menu={OrderMenu}
          trigger={
            <Button variant="ghost" size="sm" aria-label={`Sort: ${orderNames[sort].name}`}>
              <OrderIcon />
              {orderNames[sort].name}
            </Button>
          }
        />
      </div>
    </div>
  );
}
