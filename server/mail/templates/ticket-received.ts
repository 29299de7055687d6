import type { TicketMailFacts } from "./ticket-props.ts";
import type { Paragraph } from "./write-mail.ts";

type Props = Pick<TicketMailFacts, "firstName" | "number" | "subject">;

export const ticketReceivedMail = {
  body: ({ firstName, number, subject }: Props): Paragraph[] => [
    `Hello ${firstName},`,
    `We have your message and will answer in ticket #${number}:`,
    { title: subject },
  ],
  because: null,
};
