import type { ReactNode } from "react";
import { Link, useLocation } from "react-router-dom";
import type { TicketRef } from "../../../../shared/tickets/page.ts";
import { StatusMark } from "../../../components/ticket/StatusMark.tsx";

/** Links to other tickets that keep the same list open. */
export function TicketRefs({ tickets }: { tickets: readonly TicketRef[] }) {
  return (
    <ul className="-mx-1.5">
      {tickets.map((ticket) => (
        <li key={ticket.id} className="flex">
          <TicketRefLink ticket={ticket} />
        </li>
      ))}
    </ul>
  );
}

interface TicketRefLinkProps {
  ticket: TicketRef;
  children?: ReactNode;
}

export function TicketRefLink({ ticket, children }: TicketRefLinkProps) {
  const { search } = useLocation();
  const { number, subject, status } = ticket;
  return (
    <Link
      to={`/ticket/${number}${search}`}
      data-hint={subject}
      data-hint-cut=""
      className="flex min-h-7 min-w-0 flex-1 items-center gap-2 rounded-md px-1.5 hover:bg-accent pointer-coarse:min-h-11"
    >
      <StatusMark status={status} />
      <span className="shrink-0 text-muted-foreground tabular-nums">#{number}</span>
      <span dir="auto" className="min-w-0 flex-1 truncate text-left">
        {subject}
      </span>
      {children}
    </Link>
  );
}
