import type { PersonRef, TicketStatus } from "./tickets/vocabulary.ts";

/** The kinds of notifications about tickets. */
export type BellKind =
  | "assigned"
  | "mentioned"
  | "customer-wrote"
  | "opened"
  | "followed"
  | "reopened"
  | "rated"
  | "team"
  | "woke"
  /** A reply could not be delivered. */
  | "undelivered";

interface BellItemBase {
  id: string;
  at: string;
  unread: boolean;
}

/** Who did what to which ticket. It contains the subject but no message text. */
interface TicketBellItem extends BellItemBase {
  kind: BellKind;
  /** Null for automatic actions. */
  by: PersonRef | null;
  ticket: { id: string; number: number; subject: string; status: TicketStatus };
}

/** An API token expires within 14 days. */
export interface TokenBellItem extends BellItemBase {
  kind: "token-expiring";
  token: { name: string; isApp: boolean; expiresAt: string };
}

/** About a mailbox, for Super Admins. */
export const mailboxBellKinds = [
  /** Too many new people wrote to it within an hour. */
  "mail-flood",
  /** It could not be read for a quarter of an hour. */
  "mailbox-failing",
  /** Mail was held within a day. */
  "mail-held",
  /** Its own mail server has taken no mail for a quarter of an hour. */
  "mailbox-not-sending",
  /** Its client secret ends within 30 days. */
  "secret-ending",
] as const;
export type MailboxBellKind = (typeof mailboxBellKinds)[number];

export interface MailboxBellItem extends BellItemBase {
  kind: MailboxBellKind;
  mailbox: { id: string; name: string };
}

export type BellItem = TicketBellItem | TokenBellItem | MailboxBellItem;

export interface BellPage {
  items: BellItem[];
  nextCursor: string | null;
}

/** The badge counts up to 99; 100 means "99+". */
export const bellCountCap = 100;

export const bellPageSize = 20;
