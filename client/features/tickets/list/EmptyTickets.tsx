import { CircleAlert, Inbox, SearchX } from "lucide-react";
import { Link } from "react-router-dom";
import { can } from "../../../../shared/access.ts";
import { type ViewCounts, viewNames } from "../../../../shared/tickets/vocabulary.ts";
import { formatNumber } from "../../../components/format/format.ts";
import { Button } from "../../../components/ui/button.tsx";
import { EmptyState } from "../../../components/ui/empty-state.tsx";
import { seesEveryTicket, useViewer } from "../../../data/session/viewer.ts";
import { useMoreInAll } from "../search/MoreInAll.tsx";
import { whyNothing } from "./empty-views.ts";
import { sameSearchIn, type TicketList, viewAddress } from "./ticket-list-address.ts";

export interface EmptyTicketsProps {
  list: TicketList;
  /** Of the view, built-in or saved. */
  name: string;
  saved: boolean;
  counts: ViewCounts;
  count: number | undefined;
  /** The search is invalid and there are no earlier results to show. */
  unreadable: boolean;
  clearSearch: () => void;
}

/** Why there is nothing in this view, and where there is something. */
export function EmptyTickets(props: EmptyTicketsProps) {
  const { list, name, saved, counts, count, unreadable, clearSearch } = props;
  const words = list.search.trim();
  if (unreadable) {
    return (
      <EmptyState
        icon={CircleAlert}
        title="This search cannot be read"
        action={
          <Button variant="outline" onClick={clearSearch}>
            Clear search
          </Button>
        }
      >
        Nothing was searched: what is wrong with “<bdi>{words}</bdi>” stands above.
      </EmptyState>
    );
  }
  if (saved && words) {
    return (
      <EmptyState
        icon={Inbox}
        title="Nothing in this view"
        action={
          <Button asChild variant="outline">
            <Link to={viewAddress("all")}>Show all tickets</Link>
          </Button>
        }
      >
        No ticket that you see fits “<bdi>{words}</bdi>”.
      </EmptyState>
    );
  }
  if (words) return <NothingFound {...{ list, name, count, clearSearch }} />;
  const { view } = list;
  if (view === "all" || counts.all === 0) return <NoTicketYet />;
  const { title, why, next } = whyNothing(view, counts);
  return (
    <EmptyState
      icon={Inbox}
      title={title}
      action={
        next && (
          <Button asChild variant="outline">
            <Link to={viewAddress(next)}>Show {viewNames[next].toLowerCase()}</Link>
          </Button>
        )
      }
    >
      {why}
    </EmptyState>
  );
}

function NoTicketYet() {
  const viewer = useViewer();
  const seesAll = seesEveryTicket(viewer);
  return (
    <EmptyState
      icon={Inbox}
      title="There is no ticket yet"
      action={
        <>
          <Button asChild>
            <Link to="/ticket/new">New ticket</Link>
          </Button>
          {can(viewer, "area.users") && (
            <Button asChild variant="outline">
              <Link to="/user/log">Invite people</Link>
            </Button>
          )}
        </>
      }
    >
      {seesAll
        ? "The first one appears here as soon as it is opened."
        : "Tickets of companies that you see appear here. Which these are is a Super Admin’s to say."}
    </EmptyState>
  );
}

interface NothingFoundProps {
  list: TicketList;
  /** Of the view. */
  name: string;
  count: number | undefined;
  clearSearch: () => void;
}

/** A search without a hit in its view, and where there may be one. */
export function NothingFound({ list, name, count, clearSearch }: NothingFoundProps) {
  const more = useMoreInAll({ shown: list, count, atEnd: true });
  const words = list.search.trim();
  return (
    <EmptyState
      icon={SearchX}
      title="Nothing found"
      action={
        <>
          {list.view !== "all" && more !== 0 && (
            <Button asChild variant="outline">
              <Link to={sameSearchIn("all", words, list.timeZone)}>
                {more === undefined ? "Search all tickets" : `Show ${formatNumber(more)} in All`}
              </Link>
            </Button>
          )}
          <Button variant="outline" onClick={clearSearch}>
            Clear search
          </Button>
        </>
      }
    >
      No ticket in {name} fits “<bdi>{words}</bdi>”{more === 0 && ", and none in All"}.
    </EmptyState>
  );
}
