import { printName } from "../../../shared/search/print.ts";
import type { TicketStatus } from "../../../shared/tickets/vocabulary.ts";

/** The list of exactly these tickets. */
export function ticketsOf(company: { name: string }, status?: TicketStatus): string {
  const terms = [`company:${printName(sayable(company.name))}`, status && `status:${status}`];
  const params = new URLSearchParams({ view: "all", q: terms.filter(Boolean).join(" ") });
  return `/ticket/log?${params}`;
}

/** A query has no way to say a quotation mark: the longest words without one are looked for. */
function sayable(name: string): string {
  const parts = name.split('"').map((part) => part.trim());
  return parts.reduce((one, other) => (other.length > one.length ? other : one));
}
