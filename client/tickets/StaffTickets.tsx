import { type TicketSort, viewNames } from "../../shared/tickets.ts";
import { TopBarSearch, usePage } from "../lib/page.tsx";
import { useListAddress } from "../parts/list-address.ts";
import { ListTrouble, StaleStrip } from "../parts/list-trouble.tsx";
import { SearchBox } from "../parts/search-box.tsx";
import { TicketCard, TicketCardSkeleton, ticketCardHeight } from "../parts/ticket-card.tsx";
import { TicketTable } from "../parts/ticket-table.tsx";
import { oneColumn, useMedia } from "../parts/use-media.ts";
import { VirtualList } from "../parts/virtual-list.tsx";
import { EmptyTickets } from "./EmptyTickets.tsx";
import { ListToolbar } from "./ListToolbar.tsx";
import { searchLimit, staffAddress } from "./ticket-list-address.ts";
import { useTickets, useViewCounts } from "./use-tickets.ts";
import { ViewPane } from "./ViewPane.tsx";

/** Views, and the list as a full table, or as cards in one column. */
export function StaffTickets() {
  const [list, change] = useListAddress(staffAddress);
  const { pages, count, settled } = useTickets(list);
  const counts = useViewCounts(settled || pages.failure !== null);
  const narrow = useMedia(oneColumn);
  const { view, search, sort, descending } = list;
  usePage({ label: "Tickets", to: "/ticket/log" }, viewNames[view]);
  const shared = {
    label: `Tickets: ${viewNames[view]}`,
    pages,
    count,
    listKey: JSON.stringify(list),
  };

  return (
    <div className="flex h-full">
      <TopBarSearch>
        <SearchBox
          label="Search tickets"
          shown={search}
          onSearch={(text) => change({ search: text })}
          maxLength={searchLimit}
        />
      </TopBarSearch>
      <ViewPane view={view} counts={counts} />
      <section aria-label="List" className="flex min-w-0 flex-1 flex-col">
        <ListToolbar list={list} count={count} />
        {pages.failure && pages.rows.length === 0 ? (
          <ListTrouble failure={pages.failure} retry={pages.retry} />
        ) : !pages.isWaiting && pages.rows.length === 0 ? (
          <EmptyTickets list={list} counts={counts} clearSearch={() => change({ search: "" })} />
        ) : (
          <>
            {pages.failure && <StaleStrip failure={pages.failure} retry={pages.retry} />}
            {narrow ? (
              <VirtualList {...shared} size={ticketCardHeight} skeleton={<TicketCardSkeleton />}>
                {(ticket) => <TicketCard ticket={ticket} />}
              </VirtualList>
            ) : (
              <TicketTable
                {...shared}
                sort={{ id: sort, desc: descending }}
                onSort={({ id, desc }) => change({ sort: id as TicketSort, descending: desc })}
              />
            )}
          </>
        )}
      </section>
    </div>
  );
}
