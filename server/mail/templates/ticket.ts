import type { TicketTemplate } from "../../../shared/mails.ts";
import type { TicketFacts } from "../ticket-facts.ts";
import { ticketAssignedMail } from "./ticket-assigned.ts";
import { ticketCustomerWroteMail } from "./ticket-customer-wrote.ts";
import { ticketMentionedMail } from "./ticket-mentioned.ts";
import { ticketOpenedMail } from "./ticket-opened.ts";
import { linkTo, type TicketMail, type TicketMailFacts } from "./ticket-props.ts";
import { ticketRatedMail } from "./ticket-rated.ts";
import { ticketReceivedMail } from "./ticket-received.ts";
import { ticketReopenedMail } from "./ticket-reopened.ts";
import { ticketReplyMail } from "./ticket-reply.ts";
import { ticketTeamMail } from "./ticket-team.ts";
import { type MailText, type Paragraph, writeMail } from "./write-mail.ts";

const mails: Record<TicketTemplate, TicketMail> = {
  "ticket-received": ticketReceivedMail,
  "ticket-opened": ticketOpenedMail,
  "ticket-reply": ticketReplyMail,
  "ticket-customer-wrote": ticketCustomerWroteMail,
  "ticket-reopened": ticketReopenedMail,
  "ticket-rated": ticketRatedMail,
  "ticket-assigned": ticketAssignedMail,
  "ticket-team": ticketTeamMail,
  "ticket-mentioned": ticketMentionedMail,
};

/** What stands in place of a message's words wherever a mail is kept: they are the ticket's. */
const wordsPlaceholder = "[message]";

export function renderTicketMail(template: TicketTemplate, facts: TicketMailFacts): MailText {
  // At the top, since a mail that is answered reaches no ticket.
  const answer: Paragraph = { label: "Answer here", url: linkTo(facts) };
  return writeMail(
    ticketSubject(template, facts),
    [answer, ...mails[template].body(facts)],
    [
      ...reasonFor(template, facts),
      facts.answersAreRead
        ? "An answer to this mail is read, but does not reach the ticket: use the link above."
        : "Answers to this mail are not read: use the link above.",
    ],
  );
}

/** The same mail without a word of its message, to be kept. */
export function withoutWords(facts: TicketMailFacts): TicketMailFacts {
  const hidden = { text: wordsPlaceholder, html: wordsPlaceholder };
  return { ...facts, messages: facts.messages.map((message) => ({ ...message, ...hidden })) };
}

export function ticketSubject(
  template: TicketTemplate,
  { number, subject }: Pick<TicketFacts, "number" | "subject">,
): string {
  return `[#${number}] ${mails[template].subject ?? subject}`;
}

/** Where this person may choose not to get it, if they may. */
export function choosesAt(
  template: TicketTemplate,
  { reader, origin }: Pick<TicketMailFacts, "reader" | "origin">,
): string | null {
  return mails[template].because && reader !== "requester" ? `${origin}/profile` : null;
}

/** Why this person gets it; and where they may choose otherwise, if they may. */
function reasonFor(template: TicketTemplate, facts: TicketMailFacts): Paragraph[] {
  const { because } = mails[template];
  if (because === null) return ["You get this mail because you opened this ticket."];
  const url = choosesAt(template, facts);
  if (url === null) return ["You get this mail because this ticket is yours."];
  return [
    `You get this mail because ${because(facts)}.`,
    { label: "Choose what is mailed to you", url },
  ];
}
