import type { ReactNode } from "react";
import { useLocation } from "react-router-dom";
import { RowLink } from "../../parts/list/RowLink.tsx";

interface TicketLinkProps {
  ticket: { number: number };
  dir?: "auto";
  className?: string;
  children: ReactNode;
}

/** To a ticket's page; from within a list of tickets the list stays as it is beside it. */
export function TicketLink({ ticket: { number }, ...props }: TicketLinkProps) {
  const { pathname, search } = useLocation();
  const list = pathname.startsWith("/ticket/") ? search : "";
  return <RowLink to={`/ticket/${number}${list}`} {...props} />;
}
