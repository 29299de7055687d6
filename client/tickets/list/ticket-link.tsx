import { type ReactNode, use } from "react";
import { Link, useLocation } from "react-router-dom";
import { RowReach } from "../../parts/list/row-reach.ts";

interface TicketLinkProps {
  ticket: { number: number };
  className?: string;
  children: ReactNode;
}

/** To a ticket's page; from within a list of tickets the list stays as it is beside it. */
export function TicketLink({ ticket: { number }, ...props }: TicketLinkProps) {
  const { pathname, search } = useLocation();
  const list = pathname.startsWith("/ticket/") ? search : "";
  const tabIndex = use(RowReach) ? undefined : -1;
  return <Link to={`/ticket/${number}${list}`} data-row-link="" tabIndex={tabIndex} {...props} />;
}
