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
  | "woke";

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

export type BellItem = TicketBellItem | TokenBellItem;

export interface BellPage {
  items: BellItem[];
  nextCursor: string | null;
}

/** The badge counts up to 99; 100 means "99+". */
export const bellCountCap = 100;

export const bellPageSize = 20;
