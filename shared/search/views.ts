import { customerViews, type TicketView, ticketViews } from "../tickets/vocabulary.ts";
import type { Language } from "./operators.ts";

/** The built-in views are stored queries. */
export const viewQueries: Record<TicketView, string> = {
  "my-open": "assignee:me is:open -is:snoozed",
  unassigned: "is:unassigned is:open -is:snoozed",
  "all-open": "is:open -is:snoozed",
  pending: "status:pending -is:snoozed",
  "on-hold": "status:on-hold -is:snoozed",
  snoozed: "is:snoozed",
  "recently-resolved": "status:resolved,closed resolved:>-7d",
  all: "",
  spam: "is:spam",
};

/** Customers don't see snoozing; resolved and closed are one view; pending is their own tickets. */
const customerViewQueries: Partial<Record<TicketView, string>> = {
  "all-open": "is:open",
  pending: "status:pending requester:me",
  "recently-resolved": "status:resolved,closed",
  all: "",
};

export function viewsIn(language: Language): readonly TicketView[] {
  return language === "staff" ? ticketViews : customerViews;
}

export function queryOfView(view: TicketView, language: Language): string | undefined {
  return language === "staff" ? viewQueries[view] : customerViewQueries[view];
}
