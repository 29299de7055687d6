import { Link } from "react-router-dom";
import type { CompanyDetails } from "../../../shared/companies.ts";
import { statusNames, ticketStatuses } from "../../../shared/tickets/vocabulary.ts";
import { formatNumber } from "../../components/format/format.ts";
import { RecordSection } from "../../components/record/RecordSection.tsx";
import { RecordTickets } from "../../components/record/RecordTickets.tsx";
import { ShowAll } from "../../components/record/ShowAll.tsx";
import { StatusMark } from "../../components/ticket/StatusMark.tsx";
import { ticketsOf } from "./company-queries.ts";
import { openCount } from "./ticket-counts.ts";

/** How many in each state, each a link to them; and those that changed last. */
export function TicketsSection({ company }: { company: CompanyDetails }) {
  const { ticketCounts, recentTickets } = company;
  const held = ticketStatuses.filter((status) => ticketCounts[status] > 0);
  return (
    <RecordSection
      title="Tickets"
      count={`${formatNumber(openCount(ticketCounts))} open`}
      aside={held.length > 0 && <ShowAll of="Tickets" to={ticketsOf(company)} />}
    >
      {held.length === 0 ? (
        <p className="text-faint">It has no tickets.</p>
      ) : (
        <>
          <ul aria-label="Tickets by state" className="flex flex-wrap gap-1.5 pt-1 pb-2">
            {held.map((status) => (
              <li key={status}>
                <Link
                  to={ticketsOf(company, status)}
                  className="flex h-7 items-center gap-1.5 rounded-md border bg-card px-2 text-sm hover:bg-accent dark:bg-transparent pointer-coarse:h-11"
                >
                  <StatusMark status={status} besideWord />
                  {statusNames[status]}
                  <span className="text-muted-foreground tabular-nums">
                    {formatNumber(ticketCounts[status])}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
          <RecordTickets tickets={recentTickets} />
        </>
      )}
    </RecordSection>
  );
}
