import type { TicketFacts } from "../ticket-facts.ts";
import { words } from "./ticket-props.ts";

export const ticketCustomerWroteMail = {
  body: words,
  because: ({ reader }: Pick<TicketFacts, "reader">) =>
    reader === "assignee" ? "the ticket is assigned to you" : "it came in for your team",
};
