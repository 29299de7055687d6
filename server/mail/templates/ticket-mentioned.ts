import type { TicketMailFacts } from "./ticket-props.ts";
import type { Paragraph } from "./write-mail.ts";

export const ticketMentionedMail = {
  // Whoever reads over a shoulder learns of a mention nothing but that there is one.
  subject: "You were mentioned",
  body: ({ number }: Pick<TicketMailFacts, "number">): Paragraph[] => [
    `You were mentioned in ticket #${number}.`,
  ],
  because: () => "somebody mentioned you",
};
