/** What a stream tells a browser: what moved and where, never what it says. */
export type LiveMessage =
  /** The stream stands, and what moved shortly before: a page that has just been read lacks nothing. */
  | { kind: "ready"; news: LiveNews[] }
  /** `listsEveryMs`: where many listen, lists are to be fetched again for news that much seldomer. */
  | { kind: "news"; news: LiveNews[]; listsEveryMs?: number }
  /** Something may have been missed: fetch again what is shown. */
  | { kind: "resync" }
  /** The server ends, another one may be there: come back soon. */
  | { kind: "server-ends" }
  | { kind: "session-ended" }
  /** Newer streams of this session took its place: to come back at once would end one of theirs. */
  | { kind: "too-many" };

export type LiveNews =
  | {
      topic: "ticket";
      id: string;
      number: number;
      /** For staff only: a Customer would learn of notes by it. */
      version?: number;
      /** It is no longer one of those that this person sees. */
      gone?: true;
    }
  /** Who looks at a ticket, or types there, has changed. Staff only. */
  | { topic: "presence"; id: string }
  /** Users were made, changed or deleted. Super Admins only. */
  | { topic: "users" }
  /** The same of companies. */
  | { topic: "companies" }
  /** The desk's name, look or rules are others now. */
  | { topic: "desk" }
  /** Teams or tags are called otherwise or are gone, and what names them; or a company's notes. Staff only. */
  | { topic: "settings" }
  /** What colleagues share is another now. Staff only. */
  | { topic: "macros" }
  | { topic: "views" }
  /** Something came into this person's bell, or was read there. */
  | { topic: "notifications" }
  /** This person has begun to write in a ticket, or a text that they had begun is gone. */
  | { topic: "drafts" };

/** Somebody who looks at a ticket. */
export interface PresentUser {
  id: string;
  name: string;
  typing: boolean;
}

/** In milliseconds: how often somebody who looks says so, and after how long they are forgotten. */
export const presenceRhythm = { beat: 10_000, forgotten: 25_000 } as const;

/** Lists and counts change with every ticket in them: how often a page fetches them for news. */
const listsUsuallyEveryMs = 1_000;
const fewStreams = 100;
const listsAtLeastEveryMs = 30_000;

/**
 * So many pages that each fetched once a second would ask more of a server than all their people:
 * with more than a few, their server is asked for some hundred lists a second in all.
 */
export function listsEveryMs(streams = 0): number {
  if (streams <= fewStreams) return listsUsuallyEveryMs;
  // In whole seconds: how many others are there is nobody's business.
  const ms = Math.ceil((streams / fewStreams) * (listsUsuallyEveryMs / 1_000)) * 1_000;
  return Math.min(ms, listsAtLeastEveryMs);
}

export const streamRhythm = { ping: 5_000, reconnectAfter: 15_000 } as const;
