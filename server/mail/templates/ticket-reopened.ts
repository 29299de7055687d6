import { type TicketMailFacts, whyItReaches } from "./ticket-props.ts";
import type { Paragraph } from "./write-mail.ts";

type Props = Pick<TicketMailFacts, "askedBy" | "number" | "subject">;

export const ticketReopenedMail = {
  body: ({ askedBy, number, subject }: Props): Paragraph[] => [
    askedBy ? `${askedBy} reopened ticket #${number}:` : `Ticket #${number} was reopened:`,
    { title: subject },
  ],
  because: whyItReaches,
};
