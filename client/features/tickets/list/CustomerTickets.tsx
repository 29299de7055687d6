import { Inbox, Plus } from "lucide-react";
import { Suspense, useRef } from "react";
import { Link } from "react-router-dom";
import {
  customerViews,
  type TicketRow,
  type TicketView,
  type ViewCounts,
  viewCountCap,
} from "../../../../shared/tickets/vocabulary.ts";
import { usePage } from "../../../app/navigation/page.ts";
import { cn } from "../../../components/cn.ts";
import { formatCount } from "../../../components/format/format.ts";
import { ListBody } from "../../../components/table/ListBody.tsx";
import { Marked } from "../../../components/table/Marked.tsx";
import { VirtualList } from "../../../components/table/VirtualList.tsx";
import { StatusMark } from "../../../components/ticket/StatusMark.tsx";
import { UnreadDot } from "../../../components/ticket/UnreadDot.tsx";
import { customerViewNames } from "../../../components/ticket/views.ts";
import { Button } from "../../../components/ui/button.tsx";
import { EmptyState } from "../../../components/ui/empty-state.tsx";
import { Skeleton } from "../../../components/ui/skeleton.tsx";
import { TimeAgo } from "../../../components/ui/time-ago.tsx";
import { useViewer } from "../../../data/session/viewer.ts";
import { useShownRows } from "../actions/optimistic.ts";
import { LazyTicketPage, useAimAtTicket } from "../LazyTicketPage.tsx";
import { SearchStrip } from "../search/lazy-search.ts";
import { MoreInAll } from "../search/MoreInAll.tsx";
import { QueryBox } from "../search/QueryBox.tsx";
import { useTypedList } from "../search/typed-search.ts";
import { amber } from "../Waiting.tsx";
import { customerStatus } from "./customer-status.ts";
import { DraftMark, UnsentDraftsContext, useUnsentDrafts } from "./DraftMark.tsx";
import { NothingFound } from "./EmptyTickets.tsx";
import { customerEmptyView } from "./empty-views.ts";
import { LatestText } from "./LatestText.tsx";
import { TicketLink } from "./TicketSubject.tsx";
import { type TicketList, viewAddress, viewAddressFrom } from "./ticket-list-address.ts";
import { useTicketList } from "./use-ticket-list.ts";
import { useTickets, useViewCounts } from "./use-tickets.ts";

/** The ticket area of a customer: one column of cards, or the open ticket. */
export function CustomerTickets({ number }: { number: number | null }) {
  const lastOpen = useRef(number);
  if (number === null) return <CustomerList lastOpen={lastOpen.current} />;
  lastOpen.current = number;
  return (
    <div className="flex h-full">
      <LazyTicketPage number={number} nextToList={false} />
    </div>
  );
}

function CustomerList({ lastOpen }: { lastOpen: number | null }) {
  const [list, change] = useTicketList();
  const typed = useTypedList(list);
  const { pages: answered, count, settled, shown, detour } = useTickets(typed);
  const pages = useShownRows(answered);
  const aim = useAimAtTicket();
  const counts = useViewCounts(settled || pages.failure !== null);
  const begun = useUnsentDrafts(settled);
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
              list={list}
              view={view}
              selected={view === list.view}
              count={counts[view]}
            />
          ))}
        </nav>
      </div>
      {(detour.refused || detour.instead) && (
        <div className="mx-auto w-full max-w-190">
          <Suspense>
            <SearchStrip
              {...detour}
              search={list.search}
              showsPrevious={shown !== typed}
              onSearch={onSearch}
            />
          </Suspense>
        </div>
      )}
      <UnsentDraftsContext value={begun}>
        <ListBody
          pages={pages}
          isExplained={detour.refused !== null}
          empty={
            <EmptyCustomerTickets
              name={name}
              count={count}
              counts={counts}
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
                <MoreInAll
                  shown={shown}
                  search={detour.instead ?? list.search}
                  count={count}
                  atEnd={!pages.hasMore}
                />
              )
            }
          >
            {(ticket) => <CustomerTicketCard ticket={ticket} />}
          </VirtualList>
        </ListBody>
      </UnsentDraftsContext>
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

const customerTicketCardHeight = 89;

/** A ticket with its status in a customer's words. */
function CustomerTicketCard({ ticket }: { ticket: TicketRow }) {
  const viewer = useViewer();
  const own = ticket.requester.id === viewer.id;
  const { words, yourTurn } = customerStatus(ticket, viewer.id);
  return (
    <article className="grid grid-cols-[1rem_minmax(0,1fr)_auto] gap-x-3 px-4 py-3">
      <StatusMark status={ticket.status} besideWord className="mt-1" />
      <h2
        dir="auto"
        data-hint={ticket.subject}
        data-hint-cut=""
        className={cn(
          "min-w-0 text-left text-base",
          ticket.unread ? "font-semibold" : "font-normal",
        )}
      >
        <TicketLink ticket={ticket} className="block truncate outline-none">
          {ticket.unread && <UnreadDot className="mr-2 align-middle" />}
          <Marked text={ticket.subject} marks={ticket.hit?.subject} />
        </TicketLink>
      </h2>
      <TimeAgo at={ticket.updatedAt} className="text-faint text-sm/5.5" />
      <div className="col-span-2 col-start-2 flex h-5.5 min-w-0 gap-2">
        <DraftMark ticketId={ticket.id} />
        <LatestText
          isLine
          latest={ticket.latest}
          requester={ticket.requester}
          hit={ticket.hit}
          className="min-w-0 text-muted-foreground text-sm/5.5"
        />
      </div>
      <p className="col-span-2 col-start-2 truncate text-muted-foreground text-xs/5">
        <span className={cn(yourTurn && amber)}>{words}</span>
        {/* A pending status names the requester already. */}
        {!own && ticket.status !== "pending" && (
          <>
            {" · "}
            <bdi>{ticket.requester.name}</bdi>
          </>
        )}
      </p>
    </article>
  );
}

function CustomerTicketCardSkeleton() {
  return (
    <div className="grid grid-cols-[1rem_minmax(0,1fr)_2.5rem] gap-x-3 px-4 py-3">
      <Skeleton className="mt-1 size-4 rounded-full" />
      <Skeleton className="my-1 w-3/5" />
      <Skeleton className="my-1" />
      <Skeleton className="col-start-2 my-1.5 w-4/5" />
      <Skeleton className="col-start-2 my-1 w-1/4" />
    </div>
  );
}

interface EmptyCustomerTicketsProps {
  list: TicketList;
  /** The view's name. */
  name: string;
  count: number | undefined;
  counts: ViewCounts;
  clearSearch: () => void;
}

function EmptyCustomerTickets(props: EmptyCustomerTicketsProps) {
  const { list, name, count, counts, clearSearch } = props;
  const { view, search } = list;
  if (search.trim())
    return <NothingFound list={list} name={name} count={count} clearSearch={clearSearch} />;
  const { title, why, next } = customerEmptyView(view, counts);
  return (
    <EmptyState
      icon={Inbox}
      title={title}
      action={
        <Button asChild variant="outline">
          {next === "new" ? (
            <Link to="/ticket/new">New ticket</Link>
          ) : (
            <Link to={viewAddress("all")}>Show all tickets</Link>
          )}
        </Button>
      }
    >
      {why}
    </EmptyState>
  );
}
