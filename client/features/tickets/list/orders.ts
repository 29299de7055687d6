import type { TicketSort } from "../../../../shared/tickets/vocabulary.ts";

export const orderNames: Record<TicketSort, string> = {
  waiting: "Waiting since",
  updated: "Updated",
  created: "Created",
  priority: "Priority",
  relevance: "Relevance",
  number: "Number",
  snoozed: "Snoozed until",
};
