import { type ComponentProps, type ReactNode, useCallback } from "react";
import type { TicketRow, TicketSort } from "../../../../shared/tickets/vocabulary.ts";
import { VirtualList } from "../../../components/list/VirtualList.tsx";
import { TicketCard, ticketCardHeight } from "./TicketCard.tsx";
import { TicketCardSkeleton } from "./TicketCardSkeleton.tsx";

export interface TicketCardsProps
  extends Omit<ComponentProps<typeof VirtualList<TicketRow>>, "size" | "skeleton" | "children"> {
  sort: TicketSort;
  /** A list of what is snoozed. */
  ofSnoozed: boolean;
}

/** The list where there is no room for a table: on a phone, and beside an open ticket. */
export function TicketCards({ sort, ofSnoozed, ...props }: TicketCardsProps) {
  const cardOf = useCallback(
    (ticket: TicketRow, check: ReactNode) => (
      <TicketCard ticket={ticket} check={check} sort={sort} ofSnoozed={ofSnoozed} />
    ),
    [sort, ofSnoozed],
  );
  return (
    <VirtualList {...props} size={ticketCardHeight} skeleton={<TicketCardSkeleton />}>
      {cardOf}
    </VirtualList>
  );
}
