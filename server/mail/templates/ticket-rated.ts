import { type TicketMailFacts, whyItReaches } from "./ticket-props.ts";
import type { Paragraph } from "./write-mail.ts";

type Props = Pick<TicketMailFacts, "askedBy" | "number" | "subject">;

/** What was said with it stands in the ticket. */
export const ticketRatedMail = {
  body: ({ askedBy, number, subject }: Props): Paragraph[] => [
    askedBy
      ? `${askedBy} rated the help in ticket #${number} as bad:`
      : `The help in ticket #${number} was rated as bad:`,
    { title: subject },
  ],
  because: whyItReaches,
};
