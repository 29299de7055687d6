import { nameAsKept } from "./name-as-kept.ts";

/** A tag of the desk; so many tickets carry it, counted up to `tagTicketCap`. */
export interface Tag {
  id: string;
  name: string;
  tickets: number;
}

export const tagTicketCap = 1000;
/** Taken from more tickets than that, a tag cannot be given back. */
export const tagUndoTickets = 5000;

export interface TagPage {
  tags: Tag[];
  nextCursor: string | null;
}

/** Who would notice that it is gone. */
export interface TagUses {
  tickets: number;
  views: string[];
  macros: string[];
}

export interface TagChange {
  /** By this it is taken back; null where that is not possible. */
  undoId: string | null;
  /** Views that could not be brought along, and so find nothing under the old name. */
  viewsLeft: string[];
}

export interface TagTakenBack {
  id: string;
  /** Views and macros that somebody changed since, and so stay as they are. */
  left: string[];
}

/**
 * As a tag is kept: one word for everybody, however they typed it. Lowered here and nowhere else, for
 * the database does not lower every letter alike; what is lowered may be spelt in two ways again.
 */
export function tagAsKept(typed: string): string {
  return nameAsKept(nameAsKept(typed).toLowerCase());
}
