import { Inbox } from "lucide-react";
import { Link } from "react-router-dom";
import type { ViewCounts } from "../../../../shared/tickets/vocabulary.ts";
import { Button } from "../../../components/ui/button.tsx";
import { EmptyState } from "../../../components/ui/empty-state.tsx";
import { NothingFound } from "./NothingFound.tsx";
import { type TicketList, viewAddress } from "./ticket-list-address.ts";
import { whyEmpty } from "./why-empty.ts";

interface EmptyCustomerTicketsProps {
  list: TicketList;
  /** Of the view. */
  name: string;
  count: number | undefined;
  counts: ViewCounts;
  clearSearch: () => void;
}

export function EmptyCustomerTickets(props: EmptyCustomerTicketsProps) {
  const { list, name, count, counts, clearSearch } = props;
  const { view, search } = list;
  if (search.trim()) return <NothingFound {...{ list, name, count, clearSearch }} />;
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
