import type { TicketSort } from "./tickets/vocabulary.ts";

/** A query that somebody gave a name. */
export interface SavedView {
  id: string;
  name: string;
  q: string;
  /** Where its days begin, if it names any; elsewhere they begin where the reader is. */
  timeZone: string | null;
  sort: TicketSort | null;
  descending: boolean | null;
  /** Whether every colleague sees it. */
  shared: boolean;
  mine: boolean;
  owner: string;
  /** Whether the reader may rename, share or delete it. */
  canChange: boolean;
}

/** `views`: of one person; `shared`: of all together, since each stands in everybody's list. */
export const savedViewLimits = { name: 60, views: 100, shared: 200, counted: 150 } as const;

/**
 * By the id of each view, up to the cap; null where its query is no longer understood or took too
 * long to count. Views past the limit are left out.
 */
export type SavedViewCounts = Record<string, number | null>;
