import { plainSubject } from "../../../shared/mail-thread.ts";
import type { TicketTemplate } from "../../../shared/mails.ts";
import { answerSeparator } from "../../../shared/staff-mail.ts";
import type { CustomerCard, TicketFacts } from "../outbox/ticket-facts.ts";
import { writeCard } from "./card.ts";
import { exactTime, type MailFacts } from "./facts.ts";
import { isolated } from "./message-html.ts";
import { type MailText, type Paragraph, writeMail } from "./write-mail.ts";

export interface TicketMailFacts extends MailFacts, TicketFacts {
  /** What opens the ticket without signing in; only in mails to customers. */
  link?: string;
  /** Below what an agent wrote. */
  signature?: string;
}

interface TicketMail {
  /** Where it isn't the ticket's subject. */
  subject?: string;
  body: (facts: TicketMailFacts) => Paragraph[];
  /** Why the reader gets it; null: it is always sent. */
  because: ((facts: Pick<TicketFacts, "reader" | "hasTeam">) => string) | null;
}

const mails: Record<TicketTemplate, TicketMail> = {
  "ticket-received": {
    body: ({ firstName, number, subject }) => [
      `Hello ${firstName},`,
      `We've received your message and will reply in ticket #${number}:`,
      { title: subject },
    ],
    because: null,
  },
  /** To a customer for whom staff opened it. */
  "ticket-opened": {
    body: (facts) => [
      `Hello ${facts.firstName},`,
      `${facts.askedBy ?? facts.deskName} opened ticket #${facts.number} for you:`,
      { title: facts.subject },
      ...messages(facts),
      ...signature(facts),
    ],
    because: () => "this ticket was opened for you",
  },
  "ticket-reply": {
    body: (facts) => [...solved(facts), ...messages(facts), ...signature(facts)],
    because: () => "you follow this ticket",
  },
  "ticket-customer-wrote": { body: messages, because: whyStaff },
  "ticket-reopened": {
    body: ({ askedBy, number, subject }) => [
      askedBy ? `${askedBy} reopened ticket #${number}:` : `Ticket #${number} was reopened:`,
      { title: subject },
    ],
    because: whyStaff,
  },
  /** The comment is in the ticket. */
  "ticket-rated": {
    body: ({ askedBy, number, subject }) => [
      askedBy
        ? `${askedBy} rated ticket #${number} as bad:`
        : `Ticket #${number} was rated as bad:`,
      { title: subject },
    ],
    because: whyStaff,
  },
  "ticket-assigned": {
    body: (facts) => [
      facts.askedBy
        ? `${facts.askedBy} assigned ticket #${facts.number} to you:`
        : `Ticket #${facts.number} was assigned to you:`,
      { title: facts.subject },
      fromWhom(facts),
    ],
    because: () => "the ticket is assigned to you",
  },
  "ticket-team": {
    body: (facts) => [
      facts.askedBy
        ? `${facts.askedBy} moved ticket #${facts.number} to your team:`
        : `Ticket #${facts.number} was moved to your team:`,
      { title: facts.subject },
      fromWhom(facts),
    ],
    because: () => "your team has this ticket and it's unassigned",
  },
  "ticket-mentioned": {
    // The subject of a ticket may say something that only its readers may know.
    subject: "You were mentioned",
    body: ({ number }) => [`You were mentioned in ticket #${number}.`],
    because: () => "someone mentioned you",
  },
};

/** Stored instead of a message's text: that belongs to the ticket. */
const messagePlaceholder = "[message]";

export function renderTicketMail(template: TicketTemplate, facts: TicketMailFacts): MailText {
  if (facts.card) return renderCard(template, facts, facts.card);
  return writeMail(
    ticketSubject(template, facts),
    [...answerPlaces(facts), ...mails[template].body(facts)],
    footOf(template, facts),
  );
}

function renderCard(
  template: TicketTemplate,
  facts: TicketMailFacts,
  { accent, quoted }: CustomerCard,
): MailText {
  const url = facts.link ?? linkTo(facts);
  const canAnswer = facts.answers === "joined";
  const button = canAnswer
    ? { before: "Answer this mail, or open the ticket:", label: "Open the ticket", url }
    : { before: null, label: "Reply to this ticket", url };
  return writeCard({
    subject: ticketSubject(template, facts),
    above: canAnswer ? answerSeparator : null,
    paragraphs: mails[template].body(facts),
    // Copied people cannot open the ticket.
    button: facts.reader === "copied" ? null : button,
    quote: quoted && {
      by: `${quoted.isReader ? "You" : quoted.author} wrote on ${exactTime(quoted.at, facts.timeZone)}:`,
      written: { markdown: quoted.text, html: quoted.html },
    },
    foot: footOf(template, facts),
    accent,
  });
}

/** Of a mail to staff, at the top: without a mailbox that proves who writes, an answer does not reach the ticket. */
function answerPlaces(facts: TicketMailFacts): Paragraph[] {
  const url = linkTo(facts);
  if (facts.answers !== "joined") return [{ label: "Reply here", url }];
  return [answerSeparator, { label: "Answer this mail, or reply here", url }];
}

function footOf(template: TicketTemplate, facts: TicketMailFacts): Paragraph[] {
  if (facts.reader === "copied") {
    const isRead = facts.answers !== "unread";
    return [
      "You're receiving this because you're copied in on this conversation.",
      isRead ? "Answer this mail to take part in it." : "Replies to this address aren't read.",
    ];
  }
  const isJoined = facts.answers === "joined" && !facts.card;
  const words = isJoined ? staffAnswerWords(template) : answerWords[facts.answers];
  return [...reasonFor(template, facts), ...words];
}

/** What becomes of an agent's answer. */
function staffAnswerWords(template: TicketTemplate): string[] {
  if (template === "ticket-mentioned") return ["Your answer becomes a note."];
  if (!isAnsweredToCustomer.has(template)) return [];
  return [
    "Your answer is sent to the customer. In a first line, #note makes it a note, and #resolve, #pending, #hold, #open, #assign me or #tag and a name change the ticket.",
  ];
}

const isAnsweredToCustomer: ReadonlySet<TicketTemplate> = new Set([
  "ticket-customer-wrote",
  "ticket-assigned",
  "ticket-team",
]);

const answerWords: Record<TicketMailFacts["answers"], string[]> = {
  joined: [],
  read: [
    "Replies to this email are read, but aren't added to the ticket. Please use the link above.",
  ],
  unread: ["Replies to this address aren't read. Please use the link above."],
};

/** The same mail without the text of its messages, to be stored. */
export function withoutMessageText(facts: TicketMailFacts): TicketMailFacts {
  const hidden = { text: messagePlaceholder, html: messagePlaceholder };
  const { card } = facts;
  return {
    ...facts,
    messages: facts.messages.map((message) => ({ ...message, ...hidden })),
    card: card && { ...card, quoted: card.quoted && { ...card.quoted, ...hidden } },
  };
}

export function ticketSubject(
  template: TicketTemplate,
  { number, subject, answered }: Pick<TicketFacts, "number" | "subject" | "answered">,
): string {
  const tag = `[#${number}]`;
  if (!isConversation.has(template)) return `${tag} ${mails[template].subject ?? subject}`;
  const before = template === "ticket-opened" ? "" : "Re: ";
  const words = plainSubject(answered ?? "") || plainSubject(subject) || subject;
  const room = longestSubject - before.length - tag.length - 1;
  return `${before}${[...words].slice(0, room).join("").trimEnd()} ${tag}`;
}

/** Mails that a mail program shows below those that they answer, by their subject. */
const isConversation: ReadonlySet<TicketTemplate> = new Set([
  "ticket-received",
  "ticket-opened",
  "ticket-reply",
]);

const longestSubject = 150;

/** Where this person can turn such mails off, if they can. */
export function choosesAt(
  template: TicketTemplate,
  { reader, origin }: Pick<TicketMailFacts, "reader" | "origin">,
): string | null {
  const hasChoice = reader !== "requester" && reader !== "copied";
  return mails[template].because && hasChoice ? `${origin}/profile` : null;
}

function reasonFor(template: TicketTemplate, facts: TicketMailFacts): Paragraph[] {
  const { because } = mails[template];
  if (because === null) return ["You're receiving this because you opened this ticket."];
  const url = choosesAt(template, facts);
  if (url === null) return ["You're receiving this because this is your ticket."];
  return [
    `You're receiving this because ${because(facts)}.`,
    { label: "Change your email notifications", url },
  ];
}

/** Why staff hear of what a customer did. */
function whyStaff({ reader, hasTeam }: Pick<TicketFacts, "reader" | "hasTeam">): string {
  if (reader === "assignee") return "the ticket is assigned to you";
  if (reader === "follower") return "you follow this ticket";
  return hasTeam ? "your team received this ticket" : "this ticket is unassigned";
}

/** Above the message, which would seem to say it otherwise. Only the requester rates a ticket. */
function solved({
  reader,
  isSolved,
  isRated,
  answers,
}: Pick<TicketMailFacts, "reader" | "isSolved" | "isRated" | "answers">): string[] {
  if (reader !== "requester" || !isSolved) return [];
  if (answers === "joined") {
    const reopen =
      "This ticket is marked as solved. If you still need help, answer this mail to reopen it.";
    return [isRated ? reopen : `${reopen} You can also rate our help in the ticket.`];
  }
  const reopen =
    "This ticket is marked as solved. If you still need help, use the link below to reopen it.";
  return [isRated ? reopen : `${reopen} You can also rate our help there.`];
}

/** Each message, with its author and its time. */
function messages(
  facts: Pick<TicketMailFacts, "messages" | "timeZone" | "origin" | "number" | "card">,
): Paragraph[] {
  return facts.messages.flatMap(({ author, at, text, html, files }) => [
    `${author} wrote on ${exactTime(at, facts.timeZone)}:`,
    { markdown: text, html },
    ...fileNames(files, facts),
  ]);
}

function signature({ card, signature = "" }: TicketMailFacts): Paragraph[] {
  const markdown = signature.trim();
  if (markdown === "" || !card?.agent) return [];
  return [{ markdown, html: `<p>${Bun.escapeHTML(markdown).replaceAll("\n", "<br>")}</p>` }];
}

/** Files are named, not attached: they open in the ticket only. */
function fileNames(
  files: readonly { name: string }[],
  facts: Pick<TicketMailFacts, "origin" | "number" | "card">,
): Paragraph[] {
  if (files.length === 0) return [];
  const count = files.length === 1 ? "1 file" : `${files.length} files`;
  const names = files.map(({ name }) => isolated(name)).join(", ");
  // A card has its button below.
  if (facts.card) return [`${count} in the ticket: ${names}`];
  return [{ label: `${count} in the ticket, ${names}`, url: linkTo(facts) }];
}

function fromWhom({ requester, company }: Pick<TicketMailFacts, "requester" | "company">): string {
  return `From ${[requester, company].flatMap((name) => (name ? isolated(name) : [])).join(", ")}.`;
}

function linkTo({ origin, number }: Pick<TicketMailFacts, "origin" | "number">): string {
  return `${origin}/ticket/${number}`;
}
