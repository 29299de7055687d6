import type { ReactNode } from "react";
import { useLocation } from "react-router-dom";
import type { TicketRow } from "../../../../shared/tickets/vocabulary.ts";
import { RowLink } from "../../../components/list/RowLink.tsx";
import { addressOfRow } from "./address-of-row.ts";

interface TicketLinkProps {
  ticket: Pick<TicketRow, "number" | "hit">;
  dir?: "auto";
  className?: string;
  children: ReactNode;
}

/** To a ticket's page; from within a list of tickets the list stays as it is beside it. */
export function TicketLink({ ticket, ...props }: TicketLinkProps) {
  const { pathname, search } = useLocation();
  const list = pathname.startsWith("/ticket/") ? search : "";
  return <RowLink to={addressOfRow(ticket, list)} {...props} />;
}
