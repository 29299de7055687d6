/** What a stream sends to a browser: what changed and where, never its content. */
export type LiveMessage =
  /** The stream is open; includes recent events, so that a freshly loaded page misses nothing. */
  | { kind: "ready"; news: RecentNews[] }
  /** `listsEveryMs`: with many listeners, lists are refetched less often. */
  | { kind: "news"; news: LiveNews[]; listsEveryMs?: number }
  /** Events may have been missed: refetch what is on screen. */
  | { kind: "resync" }
  /** The server is shutting down and another may be up: reconnect soon. */
  | { kind: "server-ends" }
  | { kind: "session-ended" }
  /** Newer streams of this session replaced it: reconnecting immediately would end one of them. */
  | { kind: "too-many" };

export type LiveNews =
  | {
      topic: "ticket";
      id: string;
      number: number;
      /**
       * The ticket's version after the change; none if the change is none of the ticket itself. For staff only: it
       * would reveal notes to a Customer.
       */
      version?: number;
      /** It has left this person's scope. */
      gone?: true;
    }
  /** Who is viewing a ticket, or typing there, has changed. Staff only. */
  | { topic: "presence"; id: string }
  /** Users were created, changed or deleted. Super Admins only. */
  | { topic: "users" }
  /** The same for companies. */
  | { topic: "companies" }
  /** The desk's name, theme or rules changed. */
  | { topic: "desk" }
  /** Teams or tags were renamed or deleted, or a company's notes changed. Staff only. */
  | { topic: "settings" }
  /** Shared macros changed. Staff only. */
  | { topic: "macros" }
  | { topic: "views" }
  /** A mail was held, or decided about. Staff only. */
  | { topic: "held" }
  /** A notification arrived or was read. */
  | { topic: "notifications" }
  /** This person started or deleted a draft in a ticket. */
  | { topic: "drafts" };

/** `ageMs`: how long ago the server heard of it. A page whose data is newer ignores it. */
export type RecentNews = LiveNews & { ageMs: number };

/** A person who is viewing a ticket. */
export interface PresentUser {
  id: string;
  name: string;
  typing: boolean;
}

/** In milliseconds: how often a viewer reports their presence, and when it expires. */
export const presenceRhythm = { beat: 10_000, forgotten: 25_000 } as const;

/** Lists and counts change with every ticket in them: how often a page refetches them for events. */
const listsUsuallyEveryMs = 1_000;
const fewStreams = 100;
const listsAtLeastEveryMs = 30_000;

/**
 * Many pages that each refetch once a second would load a server more than their users do: beyond a few, the
 * rate is limited to a few hundred list requests per second in total.
 */
export function listsEveryMs(streams = 0): number {
  if (streams <= fewStreams) return listsUsuallyEveryMs;
  // In whole seconds, so that it does not reveal the number of other listeners.
  const ms = Math.ceil((streams / fewStreams) * (listsUsuallyEveryMs / 1_000)) * 1_000;
  return Math.min(ms, listsAtLeastEveryMs);
}

export const streamRhythm = { ping: 5_000, reconnectAfter: 15_000 } as const;
