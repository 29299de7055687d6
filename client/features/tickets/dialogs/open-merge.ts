import type { PersonRef, TicketStatus } from "../../../../shared/tickets/vocabulary.ts";
import { createOwnStore } from "../../../data/session/forget.ts";

/** What the dialog shows of each ticket: a row of the list has it, and so has a ticket's page. */
export interface MergeTicket {
  id: string;
  number: number;
  subject: string;
  status: TicketStatus;
  requester: PersonRef;
  company: { name: string } | null;
}

export interface AskedMerge {
  tickets: readonly MergeTicket[];
}

/** What is asked just now, if anything; the ticket area shows the dialog for it. */
export const mergeQuestion = createOwnStore<AskedMerge | null>(null);

/**
 * Asks which ticket is kept and merges the others into it. Of one ticket alone it asks with which
 * other one it belongs together.
 */
export function openMerge(tickets: readonly MergeTicket[]): void {
  mergeQuestion.set({ tickets });
}

export function closeMerge(): void {
  mergeQuestion.set(null);
}
