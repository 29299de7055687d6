import { isolated } from "../direction.ts";
import type { TicketFacts, TicketWords } from "../ticket-facts.ts";
import { exactTime, type MailFacts } from "./facts.ts";
import type { Paragraph } from "./write-mail.ts";

export type TicketMailFacts = MailFacts & TicketFacts;

/** A mail about a ticket; each is a file that says what of the facts it speaks of. */
export interface TicketMail {
  /** Where it is not that of the ticket. */
  subject?: string;
  body: (facts: TicketMailFacts) => Paragraph[];
  /** Why this person gets it, who may choose otherwise; null: it is always sent. */
  because: ((facts: Pick<TicketFacts, "reader" | "hasTeam">) => string) | null;
}

/** What a customer said or did, to staff. */
export function whyItReaches({ reader, hasTeam }: Pick<TicketFacts, "reader" | "hasTeam">): string {
  if (reader === "assignee") return "the ticket is assigned to you";
  if (reader === "follower") return "you follow this ticket";
  return hasTeam ? "it came in for your team" : "nobody has this ticket yet";
}

/** Each message, with when and by whom it was written. */
export function words(
  facts: Pick<TicketMailFacts, "messages" | "timeZone" | "origin" | "number">,
): Paragraph[] {
  return facts.messages.flatMap((message) => [
    `${message.author} wrote on ${exactTime(message.at, facts.timeZone)}:`,
    { markdown: message.text, html: message.html },
    ...files(message, linkTo(facts)),
  ]);
}

export function fromWhom({
  requester,
  company,
}: Pick<TicketMailFacts, "requester" | "company">): string {
  return `From ${[requester, company].flatMap((name) => (name ? isolated(name) : [])).join(", ")}.`;
}

export function linkTo({ origin, number }: Pick<TicketMailFacts, "origin" | "number">): string {
  return `${origin}/ticket/${number}`;
}

/** Named and not attached: whoever opens one is asked who they are. */
function files({ files }: TicketWords, url: string): Paragraph[] {
  if (files.length === 0) return [];
  const count = files.length === 1 ? "1 file" : `${files.length} files`;
  return [
    { label: `${count} in the ticket, ${files.map(({ name }) => isolated(name)).join(", ")}`, url },
  ];
}
