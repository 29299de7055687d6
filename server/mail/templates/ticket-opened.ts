import { type TicketMailFacts, words } from "./ticket-props.ts";
import type { Paragraph } from "./write-mail.ts";

type Props = Pick<TicketMailFacts, "firstName" | "askedBy" | "deskName" | "subject"> &
  Parameters<typeof words>[0];

/** To a customer for whom staff opened it. */
export const ticketOpenedMail = {
  body: (facts: Props): Paragraph[] => [
    `Hello ${facts.firstName},`,
    `${facts.askedBy ?? facts.deskName} opened ticket #${facts.number} for you:`,
    { title: facts.subject },
    ...words(facts),
  ],
  because: () => "this ticket was opened for you",
};
