import type { Company } from "../../../shared/companies.ts";
import {
  openStatuses,
  statusNames,
  type TicketStatus,
  ticketStatuses,
} from "../../../shared/tickets/vocabulary.ts";
import { formatNumber } from "../../components/format/format.ts";

type Counts = Company["ticketCounts"];

export function openCount(counts: Counts): number {
  return openStatuses.reduce((sum, status) => sum + counts[status], 0);
}

/** `2 New, 5 Open, 31 Closed`, leaving out statuses without tickets. */
export function formatCounts(counts: Counts): string {
  const held = ticketStatuses.filter((status) => counts[status] > 0);
  return held.map((status) => inWords(status, counts[status])).join(", ") || "No tickets";
}

function inWords(status: TicketStatus, count: number): string {
  return `${formatNumber(count)} ${statusNames[status]}`;
}
