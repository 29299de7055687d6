import type { TicketFacts } from "../ticket-facts.ts";
import { words } from "./ticket-props.ts";

export const ticketCustomerWroteMail = {
  body: words,
  because: ({ reader, hasTeam }: Pick<TicketFacts, "reader" | "hasTeam">) => {
    if (reader === "assignee") return "the ticket is assigned to you";
    return hasTeam ? "it came in for your team" : "nobody has this ticket yet";
  },
};
