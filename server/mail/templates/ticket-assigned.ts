import { isolated } from "../direction.ts";
import type { TicketMailFacts } from "./ticket-props.ts";
import type { Paragraph } from "./write-mail.ts";

type Props = Pick<TicketMailFacts, "askedBy" | "number" | "subject" | "requester" | "company">;

export const ticketAssignedMail = {
  body: ({ askedBy, number, subject, requester, company }: Props): Paragraph[] => [
    askedBy
      ? `${askedBy} assigned ticket #${number} to you:`
      : `Ticket #${number} was assigned to you:`,
    { title: subject },
    `From ${[requester, company].flatMap((name) => (name ? isolated(name) : [])).join(", ")}.`,
  ],
  because: () => "the ticket is assigned to you",
};
