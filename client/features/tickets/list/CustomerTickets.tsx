import { Plus } from "lucide-react";
import { Suspense, useRef } from "react";
import { Link } from "react-router-dom";
import {
  customerViews,
  type TicketView,
  viewCountCap,
} from "../../../../shared/tickets/vocabulary.ts";
import { usePage } from "../../../app/navigation/page.ts";
import { cn } from "../../../components/cn.ts";
import { formatCount } from "../../../components/format/format.ts";
import { ListBody } from "../../../components/list/ListBody.tsx";
import { VirtualList } from "../../../components/list/VirtualList.tsx";
import { customerViewNames } from "../../../components/ticket/views.ts";
import { Button } from "../../../components/ui/button.tsx";
import { ComingTicket } from "../ComingTicket.tsx";
import { QueryBox } from "../search/QueryBox.tsx";
import { MoreInAll, SearchStrip } from "../search/search-parts.ts";
import { TicketPage } from "../LazyTicketPage.tsx";
import { amber } from "../Waiting.tsx";
import { BegunDraftsContext, useBegunDrafts } from "./begun-drafts.ts";
import {
  CustomerTicketCard,
  CustomerTicketCardSkeleton,
  customerTicketCardHeight,
} from "./CustomerTicketCard.tsx";
import { EmptyCustomerTickets } from "./EmptyCustomerTickets.tsx";
import { type TicketList, viewAddressFrom } from "./ticket-list-address.ts";
import { useAimAtTicket } from "./use-aim-at-ticket.ts";
import { useShownRows } from "../actions/use-shown-rows.ts";
import { useTicketList } from "./use-ticket-list.ts";
import { useTickets, useViewCounts } from "./use-tickets.ts";

/** The ticket area in plain form: one column of cards, or the ticket that is open. */
export function CustomerTickets({ number }: { number: number | null }) {
  const lastOpen = useRef(number);
  if (number === null) return <CustomerList lastOpen={lastOpen.current} />;
  lastOpen.current = number;
  return (
    <Suspense fallback={<ComingTicket />}>
      <div className="flex h-full">
        <TicketPage number={number} beside={false} />
      </div>
    </Suspense>
  );
}

function CustomerList({ lastOpen }: { lastOpen: number | null }) {
  const [list, change] = useTicketList();
  const { pages: answered, count, settled, shown, detour } = useTickets(list);
  const pages = useShownRows(answered);
  const aim = useAimAtTicket();
  const counts = useViewCounts(settled || pages.failure !== null);
  const begun = useBegunDrafts(settled);
  const name = customerViewNames[list.view] ?? "";
  usePage({ label: "Tickets", to: "/ticket/log" }, name);
  const onSearch = (search: string) => change({ search }, { step: true });

  return (
    <div className="flex h-full flex-col">
      <div className="mx-auto flex w-full max-w-190 shrink-0 flex-col gap-3 border-b p-4 shell:pt-6">
        <div className="flex items-center justify-between gap-3">
          <h1 className="font-semibold text-xl">Tickets</h1>
          <Button asChild>
            <Link to="/ticket/new">
              <Plus />
              New ticket
            </Link>
          </Button>
        </div>
        <QueryBox label="Search your tickets" list={list} change={change} />
        <nav aria-label="Ticket views" className="flex flex-wrap gap-2">
          {customerViews.map((view) => (
            <ViewChip
              key={view}
              {...{ list, view }}
              selected={view === list.view}
              count={counts[view]}
            />
          ))}
        </nav>
      </div>
      {(detour.refused || detour.instead) && (
        <Suspense>
          <div className="mx-auto w-full max-w-190">
            <SearchStrip
              {...detour}
              search={list.search}
              staysAsItWas={shown !== list}
              onSearch={onSearch}
            />
          </div>
        </Suspense>
      )}
      <BegunDraftsContext value={begun}>
        <ListBody
          pages={pages}
          isExplained={detour.refused !== null}
          empty={
            <EmptyCustomerTickets
              {...{ name, count, counts }}
              list={shown}
              clearSearch={() => onSearch("")}
            />
          }
        >
          <VirtualList
            label={`Tickets: ${name}`}
            pages={pages}
            count={count}
            listKey={JSON.stringify(shown)}
            size={customerTicketCardHeight}
            skeleton={<CustomerTicketCardSkeleton />}
            current={pages.rows.find((row) => row.number === lastOpen)?.id}
            onAim={aim}
            className="mx-auto max-w-190"
            end={
              list.search && (
                <Suspense>
                  <MoreInAll shown={shown} count={count} atEnd={!pages.hasMore} />
                </Suspense>
              )
            }
          >
            {(ticket) => <CustomerTicketCard ticket={ticket} />}
          </VirtualList>
        </ListBody>
      </BegunDraftsContext>
    </div>
  );
}

interface ViewChipProps {
  list: TicketList;
  view: TicketView;
  selected: boolean;
  count: number | undefined;
}

function ViewChip({ list, view, selected, count }: ViewChipProps) {
  return (
    <Link
      to={viewAddressFrom(list, view)}
      aria-current={selected ? "page" : undefined}
      className={cn(
        "inline-flex h-8 items-center justify-center gap-1.5 rounded-md border px-2.5 font-medium pointer-coarse:h-11 pointer-coarse:min-w-11",
        selected
          ? "border-primary bg-selected text-selected-foreground"
          : "border-input hover:bg-accent",
      )}
    >
      {customerViewNames[view]}
      {(view === "all-open" || view === "pending") && count !== undefined && (
        <span className={cn("tabular-nums", view === "pending" && count > 0 && amber)}>
          {formatCount(count, viewCountCap)}
        </span>
      )}
    </Link>
  );
}
