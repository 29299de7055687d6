import { fromWhom, type TicketMailFacts } from "./ticket-props.ts";
import type { Paragraph } from "./write-mail.ts";

type Props = Pick<TicketMailFacts, "askedBy" | "number" | "subject" | "requester" | "company">;

export const ticketTeamMail = {
  body: (facts: Props): Paragraph[] => [
    facts.askedBy
      ? `${facts.askedBy} gave ticket #${facts.number} to your team:`
      : `Ticket #${facts.number} was given to your team:`,
    { title: facts.subject },
    fromWhom(facts),
  ],
  because: () => "your team has this ticket, and nobody of it yet",
};
