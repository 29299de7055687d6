import type { TicketSort } from "../../shared/tickets.ts";
import { useListAddress } from "../parts/list-address.ts";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "../ui/dropdown-menu.tsx";
import type { MenuProps } from "../ui/lazy-menu.tsx";
import { beginnings, orders } from "./orders.ts";
import { beginsDescending, staffAddress } from "./ticket-list-address.ts";

/** Every order the list can have, those of no column too. */
export function OrderMenu({ trigger }: MenuProps) {
  const [{ sort, descending }, change] = useListAddress(staffAddress);
  const choose = (next: TicketSort) => change({ sort: next, descending: beginsDescending(next) });
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger asChild>{trigger}</DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        <DropdownMenuRadioGroup
          aria-label="Sort by"
          value={sort}
          onValueChange={(next) => choose(next as TicketSort)}
        >
          {orders.map((order) => (
            <DropdownMenuRadioItem key={order.sort} value={order.sort}>
              {order.name}
            </DropdownMenuRadioItem>
          ))}
        </DropdownMenuRadioGroup>
        <DropdownMenuSeparator />
        <DropdownMenuRadioGroup
          aria-label="Begin with"
          value={String(descending)}
          onValueChange={(next) => change({ descending: next === "true" })}
        >
          {beginnings(sort).map((end) => (
            <DropdownMenuRadioItem key={end.name} value={String(end.descending)}>
              {end.name}
            </DropdownMenuRadioItem>
          ))}
        </DropdownMenuRadioGroup>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
