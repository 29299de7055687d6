import { Inbox, SearchX } from "lucide-react";
import { Link } from "react-router-dom";
import { customerViews, type TicketView, viewCountCap } from "../../shared/tickets.ts";
import { cn } from "../lib/cn.ts";
import { formatCount } from "../lib/format.ts";
import { usePage } from "../lib/page.tsx";
import {
  CustomerTicketCard,
  CustomerTicketCardSkeleton,
  customerTicketCardHeight,
} from "../parts/customer-ticket-card.tsx";
import { useListAddress } from "../parts/list-address.ts";
import { ListTrouble, StaleStrip } from "../parts/list-trouble.tsx";
import { SearchBox } from "../parts/search-box.tsx";
import { VirtualList } from "../parts/virtual-list.tsx";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import {
  customerAddress,
  searchLimit,
  type TicketList,
  viewAddress,
} from "./ticket-list-address.ts";
import { useTickets, useViewCounts } from "./use-tickets.ts";
import { customerViewNames } from "./views.ts";

/** The ticket area in plain form: one column of cards. */
export function CustomerTickets() {
  const [list, change] = useListAddress(customerAddress);
  const { pages, count, settled } = useTickets(list);
  const counts = useViewCounts(settled || pages.failure !== null);
  const name = customerViewNames[list.view] ?? "";
  usePage({ label: "Tickets", to: "/ticket/log" }, name);
  const clearSearch = () => change({ search: "" });

  return (
    <div className="flex h-full flex-col">
      <div className="mx-auto flex w-full max-w-190 shrink-0 flex-col gap-3 border-b p-4 shell:pt-6">
        <h1 className="font-semibold text-xl">Tickets</h1>
        <SearchBox
          label="Search your tickets"
          shown={list.search}
          onSearch={(search) => change({ search })}
          maxLength={searchLimit}
        />
        <nav aria-label="Ticket views" className="flex flex-wrap gap-2">
          {customerViews.map((view) => (
            <ViewChip key={view} view={view} selected={view === list.view} count={counts[view]} />
          ))}
        </nav>
      </div>
      {pages.failure && pages.rows.length === 0 ? (
        <ListTrouble failure={pages.failure} retry={pages.retry} />
      ) : !pages.isWaiting && pages.rows.length === 0 ? (
        <Empty list={list} clearSearch={clearSearch} />
      ) : (
        <>
          {pages.failure && <StaleStrip failure={pages.failure} retry={pages.retry} />}
          <VirtualList
            label={`Tickets: ${name}`}
            pages={pages}
            count={count}
            listKey={JSON.stringify(list)}
            size={customerTicketCardHeight}
            skeleton={<CustomerTicketCardSkeleton />}
            className="mx-auto max-w-190"
          >
            {(ticket) => <CustomerTicketCard ticket={ticket} />}
          </VirtualList>
        </>
      )}
    </div>
  );
}

interface ViewChipProps {
  view: TicketView;
  selected: boolean;
  count: number | undefined;
}

function ViewChip({ view, selected, count }: ViewChipProps) {
  return (
    <Link
      to={viewAddress(view)}
      aria-current={selected ? "page" : undefined}
      className={cn(
        "inline-flex h-8 items-center gap-1.5 rounded-md border px-2.5 font-medium pointer-coarse:h-11",
        selected
          ? "border-primary bg-selected text-selected-foreground"
          : "border-input hover:bg-accent",
      )}
    >
      {customerViewNames[view]}
      {view === "all-open" && count !== undefined && (
        <span className="tabular-nums">{formatCount(count, viewCountCap)}</span>
      )}
    </Link>
  );
}

function Empty({
  list: { view, search },
  clearSearch,
}: {
  list: TicketList;
  clearSearch: () => void;
}) {
  const words = search.trim();
  if (words) {
    return (
      <EmptyState
        icon={SearchX}
        title="Nothing found"
        action={
          <Button variant="outline" onClick={clearSearch}>
            Clear search
          </Button>
        }
      >
        None of these tickets has “<bdi>{words}</bdi>” in its subject or number.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={Inbox}
      title={view === "recently-resolved" ? "Nothing is solved yet" : "Nothing is open"}
      action={
        view !== "all" && (
          <Button asChild variant="outline">
            <Link to={viewAddress("all")}>Show all tickets</Link>
          </Button>
        )
      }
    >
      {view === "recently-resolved"
        ? "Tickets stand here once they are solved."
        : "You have no ticket that waits for anybody."}
    </EmptyState>
  );
}
