import type { PersonRef, TicketStatus } from "./tickets/vocabulary.ts";

/** The kinds of notifications. */
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

/** A notification: who did what to which ticket. It contains the subject but no message text. */
export interface BellItem {
  id: string;
  kind: BellKind;
  at: string;
  unread: boolean;
  /** Null for automatic actions. */
  by: PersonRef | null;
  ticket: { id: string; number: number; subject: string; status: TicketStatus };
}

export interface BellPage {
  items: BellItem[];
  nextCursor: string | null;
}

/** The badge counts up to 99; 100 means "99+". */
export const bellCountCap = 100;

export const bellPageSize = 20;
