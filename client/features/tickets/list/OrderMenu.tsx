import type { TicketSort } from "../../../../shared/tickets/vocabulary.ts";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "../../../components/ui/dropdown-menu.tsx";
import type { MenuProps } from "../../../components/ui/lazy-menu.tsx";
import { useTimeZone } from "../../../data/session/viewer.ts";
import { listAsFile } from "./list-as-file.ts";
import { beginnings, ordersFor } from "./sort-orders.ts";
import { orderNames } from "./orders.ts";
import { beginsDescending } from "./ticket-list-address.ts";
import { useTicketList } from "./use-ticket-list.ts";

/** Every order the list can have, those of no column too; and the list in it, as a file. */
export function OrderMenu({ trigger, compact }: MenuProps & { compact: boolean }) {
  const [list, change] = useTicketList();
  const { sort, descending } = list;
  const file = listAsFile(list, useTimeZone());
  const choose = (next: TicketSort) => change({ sort: next, descending: beginsDescending(next) });
  const ends = beginnings(sort);
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger asChild>{trigger}</DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        <DropdownMenuRadioGroup
          aria-label="Sort by"
          value={sort}
          onValueChange={(next) => choose(next as TicketSort)}
        >
          {ordersFor(list).map((order) => (
            <DropdownMenuRadioItem key={order} value={order}>
              {orderNames[order]}
            </DropdownMenuRadioItem>
          ))}
        </DropdownMenuRadioGroup>
        {ends.length > 0 && (
          <>
            <DropdownMenuSeparator />
            <DropdownMenuRadioGroup
              aria-label="Begin with"
              value={String(descending)}
              onValueChange={(next) => change({ descending: next === "true" })}
            >
              {ends.map((end) => (
                <DropdownMenuRadioItem key={end.name} value={String(end.descending)}>
                  {end.name}
                </DropdownMenuRadioItem>
              ))}
            </DropdownMenuRadioGroup>
          </>
        )}
        {/* Where there is room it is a button of its own, beside this menu's. */}
        <div className={compact ? "contents" : "min-[54rem]:hidden"}>
          <DropdownMenuSeparator />
          <DropdownMenuItem asChild>
            <a href={file} download>
              Export CSV
            </a>
          </DropdownMenuItem>
        </div>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
