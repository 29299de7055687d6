import { type TicketMailFacts, words } from "./ticket-props.ts";
import type { Paragraph } from "./write-mail.ts";

export const ticketReplyMail = {
  body: (facts: TicketMailFacts): Paragraph[] => [...solved(facts), ...words(facts)],
  because: () => "you follow this ticket",
};

/** Above the message, whose words would else seem to say it. Only the requester rates the help. */
function solved({
  reader,
  isSolved,
  isRated,
}: Pick<TicketMailFacts, "reader" | "isSolved" | "isRated">): string[] {
  if (reader !== "requester" || !isSolved) return [];
  const open =
    "This ticket is marked as solved. If something is left, answer there and it is open again.";
  return [isRated ? open : `${open} You can also say there how good the help was.`];
}
