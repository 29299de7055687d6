import { normalizeName } from "./normalize-name.ts";

/** A tag. Its tickets are counted up to `tagTicketCap`. */
export interface Tag {
  id: string;
  name: string;
  tickets: number;
}

export const tagTicketCap = 1000;
/** Removing a tag from more tickets than this cannot be undone. */
export const tagUndoTickets = 5000;

export interface TagPage {
  tags: Tag[];
  nextCursor: string | null;
}

/** What uses a tag. */
export interface TagUses {
  tickets: number;
  views: string[];
  macros: string[];
}

export interface TagChange {
  /** The id for undoing it. Null: it cannot be undone. */
  undoId: string | null;
  /** Views that could not be updated and find nothing by the old name. */
  viewsLeft: string[];
}

export interface TagUndone {
  id: string;
  /** Views and macros that changed since and were left as they are. */
  left: string[];
}

/**
 * The stored form of a tag. Lowercased here only, because the database lowercases some letters
 * differently. Normalised again afterwards, because lowercasing can denormalise a string.
 */
export function normalizeTag(typed: string): string {
  return normalizeName(normalizeName(typed).toLowerCase());
}
