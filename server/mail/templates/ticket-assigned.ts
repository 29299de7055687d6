import { fromWhom, type TicketMailFacts } from "./ticket-props.ts";
import type { Paragraph } from "./write-mail.ts";

type Props = Pick<TicketMailFacts, "askedBy" | "number" | "subject" | "requester" | "company">;

export const ticketAssignedMail = {
  body: (facts: Props): Paragraph[] => [
    facts.askedBy
      ? `${facts.askedBy} assigned ticket #${facts.number} to you:`
      : `Ticket #${facts.number} was assigned to you:`,
    { title: facts.subject },
    fromWhom(facts),
  ],
  because: () => "the ticket is assigned to you",
};
