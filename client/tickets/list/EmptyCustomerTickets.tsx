import { Inbox, SearchX } from "lucide-react";
import { Link } from "react-router-dom";
import { formatNumber } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { useMoreInAll } from "../search/use-more-in-all.ts";
import { sameSearchIn, type TicketList, viewAddress } from "./ticket-list-address.ts";

interface EmptyCustomerTicketsProps {
  list: TicketList;
  count: number | undefined;
  clearSearch: () => void;
}

export function EmptyCustomerTickets({ list, count, clearSearch }: EmptyCustomerTicketsProps) {
  const { view, search, timeZone } = list;
  const words = search.trim();
  const more = useMoreInAll({ shown: list, count, atEnd: true });
  if (words) {
    return (
      <EmptyState
        icon={SearchX}
        title="Nothing found"
        action={
          <>
            {more !== undefined && more > 0 && (
              <Button asChild variant="outline">
                <Link to={sameSearchIn("all", words, timeZone)}>
                  Show {formatNumber(more)} in All
                </Link>
              </Button>
            )}
            <Button variant="outline" onClick={clearSearch}>
              Clear search
            </Button>
          </>
        }
      >
        None of these tickets fits “<bdi>{words}</bdi>”.
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
