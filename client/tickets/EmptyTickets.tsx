import { Inbox, SearchX } from "lucide-react";
import { Link } from "react-router-dom";
import { type TicketView, type ViewCounts, viewCountCap, viewNames } from "../../shared/tickets.ts";
import { formatCount } from "../lib/format.ts";
import { writeSearch } from "../parts/list-address.ts";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { type TicketList, viewAddress } from "./ticket-list-address.ts";

interface EmptyTicketsProps {
  list: TicketList;
  counts: ViewCounts;
  clearSearch: () => void;
}

/** Why there is nothing in this view, and where there is something. */
export function EmptyTickets({ list: { view, search }, counts, clearSearch }: EmptyTicketsProps) {
  const words = search.trim();
  if (words) {
    return (
      <EmptyState
        icon={SearchX}
        title="Nothing found"
        action={
          <>
            {view !== "all" && (
              <Button asChild variant="outline">
                <Link to={`/ticket/log${writeSearch({ view: "all", q: words })}`}>
                  Search all tickets
                </Link>
              </Button>
            )}
            <Button variant="outline" onClick={clearSearch}>
              Clear search
            </Button>
          </>
        }
      >
        No ticket in {viewNames[view]} has “<bdi>{words}</bdi>” in its subject, number, requester or
        company.
      </EmptyState>
    );
  }
  const next = nextView(view, counts);
  const reason = reasons[counts.all === 0 ? "all" : view];
  return (
    <EmptyState
      icon={Inbox}
      title={reason.title}
      action={
        next && (
          <Button asChild variant="outline">
            <Link to={viewAddress(next)}>Show {viewNames[next].toLowerCase()}</Link>
          </Button>
        )
      }
    >
      {view !== "unassigned" && counts.unassigned ? waiting(counts.unassigned) : reason.why}
    </EmptyState>
  );
}

const reasons: Record<TicketView, { title: string; why: string }> = {
  "my-open": {
    title: "Nothing waits for you",
    why: "Tickets that are assigned to you stand here until they are resolved.",
  },
  unassigned: {
    title: "Everything has somebody",
    why: "A new ticket stands here until it is assigned.",
  },
  "all-open": { title: "Nothing is open", why: "Every ticket that you see is resolved or closed." },
  pending: {
    title: "Nothing is pending",
    why: "Tickets stand here while we wait for the customer.",
  },
  "on-hold": {
    title: "Nothing is on hold",
    why: "Tickets stand here while we wait for somebody else.",
  },
  snoozed: {
    title: "Nothing is snoozed",
    why: "Snoozed tickets stand here until their time comes.",
  },
  "recently-resolved": {
    title: "Nothing was resolved this week",
    why: "What was resolved in the last seven days stands here.",
  },
  all: {
    title: "There is no ticket yet",
    why: "The first one appears here as soon as it is opened.",
  },
};

function waiting(count: number): string {
  const tickets = count === 1 ? "ticket has" : "tickets have";
  return `${formatCount(count, viewCountCap)} ${tickets} nobody yet.`;
}

/** The first of these that holds something. */
function nextView(view: TicketView, counts: ViewCounts): TicketView | undefined {
  const candidates: TicketView[] = ["unassigned", "all-open", "all"];
  return candidates.find((candidate) => candidate !== view && counts[candidate]);
}
