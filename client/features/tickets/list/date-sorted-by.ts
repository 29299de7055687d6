import type { TicketRow } from "../../../../shared/tickets/vocabulary.ts";

/** The orders that show their own date; all other lists show the last change. */
const dates: Partial<Record<string, (ticket: TicketRow) => string | null | undefined>> = {
  created: ({ createdAt }) => createdAt,
  resolved: ({ resolvedAt }) => resolvedAt,
  closed: ({ closedAt }) => closedAt,
};

export function hasOwnDate(sort: string): boolean {
  return dates[sort] !== undefined;
}

/** The date that a list in this order shows for a ticket; null if the ticket has none. */
export function dateSortedBy(ticket: TicketRow, sort: string): string | null {
  const read = dates[sort];
  return read ? (read(ticket) ?? null) : ticket.updatedAt;
}
