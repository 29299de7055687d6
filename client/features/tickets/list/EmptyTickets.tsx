import { CircleAlert, Inbox, SearchX } from "lucide-react";
import { Link } from "react-router-dom";
import { can } from "../../../../shared/access.ts";
import { type ViewCounts, viewNames } from "../../../../shared/tickets/vocabulary.ts";
import { formatNumber } from "../../../components/format/format.ts";
import { Button } from "../../../components/ui/button.tsx";
import { EmptyState } from "../../../components/ui/empty-state.tsx";
import { seesEveryTicket, useViewer } from "../../../data/session/viewer.ts";
import { useMoreInAll } from "../search/MoreInAll.tsx";
import { staffEmptyView } from "./empty-views.ts";
import { SetUpPanel } from "./SetUpPanel.tsx";
import { sameSearchIn, type TicketList, viewAddress } from "./ticket-list-address.ts";

interface EmptyTicketsProps {
  list: TicketList;
  /** The name of the view, built-in or saved. */
  name: string;
  saved: boolean;
  counts: ViewCounts;
  count: number | undefined;
  /** The search is invalid and there are no earlier results to show. */
  unreadable: boolean;
  clearSearch: () => void;
}

/** Why this view is empty, and a link to one that is not. */
export function EmptyTickets(props: EmptyTicketsProps) {
  const { list, name, saved, counts, count, unreadable, clearSearch } = props;
  const words = list.search.trim().replace(/\*$/, "");
  if (unreadable) {
    return (
      <EmptyState
        icon={CircleAlert}
        title="We couldn't run this search"
        action={
          <Button variant="outline" onClick={clearSearch}>
            Clear search
          </Button>
        }
      >
        Fix the part underlined above.
      </EmptyState>
    );
  }
  if (saved && words) {
    return (
      <EmptyState
        icon={Inbox}
        title="No tickets in this view"
        action={
          <Button asChild variant="outline">
            <Link to={viewAddress("all")}>Show all tickets</Link>
          </Button>
        }
      >
        No tickets match “<bdi>{words}</bdi>”.
      </EmptyState>
    );
  }
  if (words)
    return <NothingFound list={list} name={name} count={count} clearSearch={clearSearch} />;
  const { view } = list;
  if (view === "all" || (counts.all === 0 && view !== "spam")) {
    return (
      <>
        <NoTicketsYet />
        <SetUpPanel />
      </>
    );
  }
  const { title, why, next } = staffEmptyView(view, counts);
  return (
    <>
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
      {view !== "spam" && <SetUpPanel />}
    </>
  );
}

function NoTicketsYet() {
  const viewer = useViewer();
  const seesAll = seesEveryTicket(viewer);
  return (
    <EmptyState
      icon={Inbox}
      title="No tickets yet"
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
        ? "New tickets show up here."
        : "Tickets of the companies assigned to you show up here. A Super Admin assigns companies."}
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

/** A search without a result in its view, with a link to search all tickets. */
export function NothingFound({ list, name, count, clearSearch }: NothingFoundProps) {
  const more = useMoreInAll({ shown: list, count, atEnd: true });
  const words = list.search.trim().replace(/\*$/, "");
  return (
    <EmptyState
      icon={SearchX}
      title="No results"
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
      No tickets match “<bdi>{words}</bdi>” in {name}
      {more === 0 && " or in any other view"}.
    </EmptyState>
  );
}
