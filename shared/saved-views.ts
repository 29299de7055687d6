import type { TicketSort } from "./tickets/vocabulary.ts";

/** A named query. */
export interface SavedView {
  id: string;
  name: string;
  q: string;
  /** The time zone of its days, if it uses any; otherwise the reader's. */
  timeZone: string | null;
  sort: TicketSort | null;
  descending: boolean | null;
  /** Whether all staff see it. */
  shared: boolean;
  mine: boolean;
  owner: string;
  /** Whether the reader can rename, share or delete it. */
  canChange: boolean;
}

/** `views`: per person; `shared`: for all together, since each appears in everyone's list. */
export const savedViewLimits = { name: 60, views: 100, shared: 200, counted: 150 } as const;

/**
 * By the id of each view, up to the cap; null if its query is no longer valid or took too long to count.
 * Views beyond the limit are left out.
 */
export type SavedViewCounts = Record<string, number | null>;
