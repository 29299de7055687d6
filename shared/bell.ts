import type { PersonRef, TicketStatus } from "./tickets/vocabulary.ts";

/** What brings something into somebody's bell. */
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

/** One line of the bell: who did what to which ticket, never a word of it beside its subject. */
export interface BellItem {
  id: string;
  kind: BellKind;
  at: string;
  unread: boolean;
  /** Nobody where the desk did it by itself. */
  by: PersonRef | null;
  ticket: { id: string; number: number; subject: string; status: TicketStatus };
}

export interface BellPage {
  items: BellItem[];
  nextCursor: string | null;
}

/** Beside the bell: up to 99, or 100 for "99+". */
export const bellCountCap = 100;

export const bellPageSize = 20;
