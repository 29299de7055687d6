import type {
  PersonRef,
  TicketChannel,
  TicketHead,
  TicketPriority,
  TicketStatus,
  TicketType,
} from "./vocabulary.ts";

/** One ticket as its page shows it. What is for staff only is absent from what a Customer gets. */
export interface TicketDetails extends TicketHead {
  followers: PersonRef[];
  rating: { rating: "good" | "bad"; comment: string; at: string } | null;
  may: TicketMay;
  timeline: TimelinePage;
  /** The first message of somebody else since the reader last looked: the page opens there. */
  firstUnreadId: string | null;
  staff?: StaffDetails;
}

/** What only staff see of a ticket. */
export interface StaffDetails {
  /** An older answer never replaces a newer one. */
  version: number;
  priority: TicketPriority;
  type: TicketType;
  channel: TicketChannel;
  team: { id: string; name: string } | null;
  tags: string[];
  waitingFor: "us" | "customer" | null;
  waitingSince: string | null;
  snoozedUntil: string | null;
  firstStaffReplyAt: string | null;
  lastResolvedAt: string | null;
  reopenCount: number;
  /** By which a macro addresses them: a name of two words is not cut. */
  requesterFirstName: string;
  requesterEmail: string | null;
  requesterPhone: string | null;
  requesterTimeZone: string | null;
  /** Written for whoever answers it; empty where there are none. */
  companyNotes: string;
  /** Of the same requester, within the reader's scope, newest first. */
  otherTickets: TicketRef[];
  /** Within the reader's scope. */
  links: TicketLink[];
  /** Hidden from everybody's lists, and until when that can be taken back. */
  spam: { at: string; until: string } | null;
}

export type LinkKind = "related" | "duplicate-of" | "parent-of" | "follow-up-of";

export interface TicketLink {
  id: string;
  kind: LinkKind;
  /** `to`: this ticket is the kind of the other one; `from`: the other one is it of this. */
  direction: "to" | "from";
  ticket: TicketRef;
}

export interface TicketRef {
  id: string;
  number: number;
  subject: string;
  status: TicketStatus;
}

/** What this person may do with this ticket now; the server checks it again. */
export interface TicketMay {
  /** The states it may go to by this person's hand, in their order. */
  moveTo: TicketStatus[];
  update: boolean;
  reply: boolean;
  note: boolean;
  solve: boolean;
  reopen: boolean;
  rate: boolean;
}

/** The newest items, oldest of them first; earlier ones by their own call. */
export interface TimelinePage {
  items: TimelineItem[];
  earlier: string | null;
}

export type TimelineItem = TimelineMessage | TimelineEvent;

export interface TimelineMessage {
  kind: "message";
  id: string;
  /** When it became public; of what is not public, when it was written. */
  at: string;
  author: PersonRef & { isStaff: boolean };
  mine: boolean;
  /** A note is for staff only. `sending` can still be taken back by its author. */
  state: "public" | "sending" | "note";
  /** Of what is being sent: the moment it goes out, by the database's clock, and how far that is. */
  releaseAt: string | null;
  releaseInMs: number | null;
  /** Markdown made into safe HTML on the server; empty where redacted. */
  html: string;
  redacted: boolean;
  /** Who removed its words; nobody where they stand, or where that is not known. */
  redactedBy: PersonRef | null;
  files: MessageFile[];
  /** Whom the mail of it did not reach; for staff, of what staff wrote. */
  undelivered?: Undelivered[];
}

export interface Undelivered {
  to: string;
  /** What the mail server said. */
  why: string;
}

export interface MessageFile {
  id: string;
  name: string;
  type: string;
  size: number;
  /** An image that browsers may show inline. */
  isImage: boolean;
  width: number | null;
  height: number | null;
}

export interface TimelineEvent {
  kind: "event";
  id: string;
  actId: string;
  at: string;
  /** Nobody where the desk did it by itself. */
  actor: PersonRef | null;
  change: TimelineChange;
  /** Whether the reader may take the whole act back now. */
  undoable: boolean;
}

/** What one event tells. Tags and priority and the like reach staff only. */
export type TimelineChange =
  | { kind: "created" }
  | { kind: "status"; from: TicketStatus; to: TicketStatus }
  | { kind: "assigned"; from: PersonRef | null; to: PersonRef | null }
  | { kind: "priority"; from: TicketPriority; to: TicketPriority }
  | { kind: "type"; from: TicketType; to: TicketType }
  | { kind: "team"; from: string | null; to: string | null }
  /** Null is what was redacted. */
  | { kind: "subject"; from: string | null; to: string | null; redactedBy?: PersonRef }
  /** Nobody where the reader may not know who that is. */
  | { kind: "requester"; from: PersonRef | null; to: PersonRef | null }
  | { kind: "company"; from: string | null; to: string | null }
  | { kind: "tags"; added: string[]; removed: string[] }
  | { kind: "followers"; added: PersonRef[]; removed: PersonRef[] }
  /** `from`: where it is known that it was snoozed before. */
  | { kind: "snoozed"; from: string | null; until: string | null }
  | { kind: "rated"; rating: "good" | "bad" }
  | { kind: "redacted"; what: "message" | "file" | "subject" }
  /** `back`: what became what again; nothing of it reaches a Customer. */
  | { kind: "undone"; undoes: string; kinds: Kind[]; kept: Kind[]; back: TimelineChange[] }
  | { kind: "reply-taken-back" }
  | { kind: "merged"; into: TicketName | null }
  /** `mergedId`: the ticket that came, as long as its merge can be taken back. */
  | { kind: "merged-from"; source: TicketName | null; mergedId: string | null }
  | { kind: "unmerged"; other: TicketName | null }
  | { kind: "split"; into: TicketName | null; messages: number }
  | { kind: "split-from"; origin: TicketName | null; messages: number }
  | { kind: "linked"; link: LinkKind; direction: TicketLink["direction"]; other: TicketName | null }
  | {
      kind: "unlinked";
      link: LinkKind;
      direction: TicketLink["direction"];
      other: TicketName | null;
    }
  | { kind: "spam"; spam: boolean };

type Kind = TimelineChange["kind"];

/** Another ticket, where it lies within the reader's scope. */
export interface TicketName {
  number: number;
  subject: string;
}

/** One act: all of it or nothing. Tags and followers travel as add and remove. */
export interface TicketPatch {
  subject?: string;
  status?: TicketStatus;
  priority?: TicketPriority;
  type?: TicketType;
  companyId?: string | null;
  requesterId?: string;
  assigneeId?: string | null;
  teamId?: string | null;
  addTags?: string[];
  removeTags?: string[];
  addFollowers?: string[];
  removeFollowers?: string[];
  snoozedUntil?: string | null;
}

/** What a change answers: how the ticket stands now, and the act by which it can be taken back. */
export interface ActAnswer {
  actId: string;
  /** Whether it can be taken back, and until when. */
  undoUntil: string | null;
  ticket: TicketDetails;
}

/** A field that now holds neither the value the person saw nor the one they want. */
export interface TicketConflict {
  field: Exclude<keyof TicketPatch, `${"add" | "remove"}${"Tags" | "Followers"}`>;
  /** Its value now. */
  current: string | null;
  /** Both values in words, times in UTC. */
  theirs: string;
  yours: string;
  /** The person who set the current value; null if it was set automatically. */
  by: PersonRef | null;
}

declare module "../errors.ts" {
  interface Carried {
    /** Both values of each field. */
    ticket_conflict: { conflicts: TicketConflict[] };
    /** The messages that were not on the screen yet. */
    came_between: { cameBetween: TimelineMessage[] };
  }
}

export type DraftKind = "reply" | "note" | "new";

/** What somebody has begun to write, kept on the server as they type. */
export interface Draft {
  kind: DraftKind;
  body: string;
  /** Of a new ticket: what its form holds beside the text. */
  form: Record<string, unknown> | null;
  revision: number;
  updatedAt: string;
}

/** That something is begun there and not sent: never its words. */
export interface BegunDraft {
  ticketId: string;
  kind: Exclude<DraftKind, "new">;
}

/** Where another device saved since: both texts are kept, the other is offered. */
export type DraftSaved = { saved: true; revision: number } | { saved: false; other: Draft };

export const composerLimits = { files: 10, mentions: 20, followers: 50, draft: 100_000 } as const;
