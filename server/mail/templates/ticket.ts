import type { TicketTemplate } from "../../shared/mails.ts";
import { exactTime, type MailFacts } from "./templates.ts";
import type { TicketFacts, TicketWords } from "./ticket-facts.ts";
import { type MailText, type Paragraph, writeMail } from "./write.ts";

/** What stands in place of a message's words wherever a mail is kept: they are the ticket's. */
export const wordsPlaceholder = "[message]";

export type TicketMailFacts = MailFacts & TicketFacts;

export function renderTicketMail(template: TicketTemplate, facts: TicketMailFacts): MailText {
  return writeMail(ticketSubject(template, facts), [
    // At the top, since a mail that is answered reaches no ticket.
    { label: "Answer here", url: linkTo(facts) },
    ...bodies[template](facts),
    ...reasonFor(template, facts),
    facts.answersAreRead
      ? "An answer to this mail is read, but does not reach the ticket: use the link above."
      : "Answers to this mail are not read: use the link above.",
  ]);
}

/** The same mail without a word of its message, to be kept. */
export function withoutWords(facts: TicketMailFacts): TicketMailFacts {
  const { message } = facts;
  return message ? { ...facts, message: { ...message, body: wordsPlaceholder } } : facts;
}

export function ticketSubject(
  template: TicketTemplate,
  { number, subject }: Pick<TicketFacts, "number" | "subject">,
): string {
  // Whoever reads over a shoulder learns of a mention nothing but that there is one.
  if (template === "ticket-mentioned") return `[#${number}] You were mentioned`;
  return `[#${number}] ${subject}`;
}

const bodies: Record<TicketTemplate, (facts: TicketMailFacts) => Paragraph[]> = {
  "ticket-received": ({ firstName, number, subject }) => [
    `Hello ${firstName},`,
    `We have your message and will answer in ticket #${number}:`,
    subject,
  ],
  "ticket-opened": (facts) => [
    `Hello ${facts.firstName},`,
    `${facts.askedBy ?? facts.deskName} opened ticket #${facts.number} for you:`,
    facts.subject,
    ...words(facts),
  ],
  "ticket-reply": words,
  "ticket-customer-wrote": words,
  "ticket-assigned": ({ askedBy, number, subject, requester, company }) => [
    askedBy
      ? `${askedBy} assigned ticket #${number} to you:`
      : `Ticket #${number} was assigned to you:`,
    subject,
    `From ${company ? `${requester}, ${company}` : requester}.`,
  ],
  "ticket-mentioned": ({ number }) => [`You were mentioned in ticket #${number}.`],
};

function words(facts: TicketMailFacts): Paragraph[] {
  const { message, timeZone } = facts;
  if (!message) return [];
  return [
    `${message.author} wrote on ${exactTime(message.at, timeZone)}:`,
    { markdown: message.body },
    ...files(message, linkTo(facts)),
  ];
}

/** Named and not attached: whoever opens one is asked who they are. */
function files({ files }: TicketWords, url: string): Paragraph[] {
  if (files.length === 0) return [];
  const count = files.length === 1 ? "1 file" : `${files.length} files`;
  return [{ label: `${count} in the ticket, ${files.map(({ name }) => name).join(", ")}`, url }];
}

/** Why this person gets it; and where they may choose otherwise, if they may. */
function reasonFor(template: TicketTemplate, facts: TicketMailFacts): Paragraph[] {
  const { reader, origin } = facts;
  if (template === "ticket-received") return ["You get this mail because you opened this ticket."];
  if (reader === "requester") return ["You get this mail because this ticket is yours."];
  return [
    `You get this mail because ${causes[template](facts)}.`,
    { label: "Choose what is mailed to you", url: `${origin}/profile` },
  ];
}

const causes: Record<
  Exclude<TicketTemplate, "ticket-received">,
  (facts: TicketMailFacts) => string
> = {
  "ticket-opened": () => "this ticket was opened for you",
  "ticket-reply": () => "you follow this ticket",
  "ticket-customer-wrote": ({ reader }) =>
    reader === "assignee" ? "the ticket is assigned to you" : "it came in for your team",
  "ticket-assigned": () => "the ticket is assigned to you",
  "ticket-mentioned": () => "somebody mentioned you",
};

function linkTo({ origin, number }: TicketMailFacts): string {
  return `${origin}/ticket/${number}`;
}
