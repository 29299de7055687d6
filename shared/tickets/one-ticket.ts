import type { MessageFile, TicketDetails } from "./page.ts";
import type { TicketStatus } from "./vocabulary.ts";

/** What the page behind the link in a customer's mail shows of its ticket. */
export interface OneTicket extends OneTicketPage {
  number: number;
  subject: string;
  status: TicketStatus;
  /** Whose link it is. */
  person: { name: string; isRequester: boolean };
  /** The same person is signed in in this browser. */
  isSignedIn: boolean;
  rating: TicketDetails["rating"];
  may: { reply: boolean; rate: boolean };
}

/** Public messages, oldest first; earlier ones are loaded by a call of their own. */
export interface OneTicketPage {
  messages: LinkedMessage[];
  earlier: string | null;
}

export interface LinkedMessage {
  id: string;
  at: string;
  author: { name: string; isStaff: boolean };
  mine: boolean;
  /** Safe HTML; empty if redacted. */
  html: string;
  redacted: boolean;
  files: MessageFile[];
}

export interface OneTicketReply {
  messageId: string;
  ticket: OneTicket;
  /** The number of the ticket that the reply opened, if this one is closed. */
  followUp: number | null;
}

/** The header that carries the link's token: never the address, which servers log. */
export const linkHeader = "X-Ticket-Link";
