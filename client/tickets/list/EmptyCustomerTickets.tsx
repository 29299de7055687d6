import { Inbox, SearchX } from "lucide-react";
import { Link } from "react-router-dom";
import type { ViewCounts } from "../../../shared/tickets/vocabulary.ts";
import { formatNumber } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { useMoreInAll } from "../search/use-more-in-all.ts";
import { sameSearchIn, type TicketList, viewAddress } from "./ticket-list-address.ts";
import { whyEmpty } from "./why-empty.ts";

interface EmptyCustomerTicketsProps {
  list: TicketList;
  count: number | undefined;
  counts: ViewCounts;
  clearSearch: () => void;
}

export function EmptyCustomerTickets(props: EmptyCustomerTicketsProps) {
  const { list, count, counts, clearSearch } = props;
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
  const { title, why, next } = whyEmpty(view, counts);
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
