import type { MailStop } from "../undelivered.ts";
import type {
  PersonRef,
  StaffValueChange,
  StaffValues,
  TicketChannel,
  TicketHead,
  TicketStatus,
} from "./vocabulary.ts";

/** One ticket as its page shows it. Staff-only fields are absent from what a Customer gets. */
export interface TicketDetails extends TicketHead {
  followers: Follower[];
  rating: { rating: "good" | "bad"; comment: string; at: string } | null;
  may: TicketMay;
  timeline: TimelinePage;
  /** The first message by someone else since the reader last looked: the page opens there. */
  firstUnreadId: string | null;
  staff?: StaffDetails;
}

export interface Follower extends PersonRef {
  /** `cc`: a customer who gets replies by email. Absent or null for other customers. */
  part?: "cc" | "staff" | null;
}

/** What only staff see of a ticket. */
export interface StaffDetails extends StaffValues {
  /** An older answer never replaces a newer one. */
  version: number;
  channel: TicketChannel;
  team: { id: string; name: string } | null;
  tags: string[];
  waitingFor: "us" | "customer" | null;
  waitingSince: string | null;
  snoozedUntil: string | null;
  firstStaffReplyAt: string | null;
  lastResolvedAt: string | null;
  reopenCount: number;
  /** For macros: a first name of two words stays whole. */
  requesterFirstName: string;
  requesterEmail: string | null;
  requesterPhone: string | null;
  requesterTimeZone: string | null;
  /** Absent if mail reaches the requester. */
  requesterMailStop?: MailStop;
  /** Notes for agents; empty if there are none. */
  companyNotes: string;
  /** Other tickets of the requester within the reader's scope, newest first. */
  otherTickets: TicketRef[];
  /** Of these the open ones, which may be about the same; absent if there are none. */
  otherOpen?: { count: number; tickets: OtherOpenTicket[] };
  /** Within the reader's scope. */
  links: TicketLink[];
  /** Set if the ticket is spam: since when, and until when that can be undone. */
  spam: { at: string; until: string } | null;
  /** Copied people: addresses that get replies without a part in the ticket. Absent if there are none. */
  copied?: CopiedPerson[];
  /** A received mail is held at it, which a call of its own returns. */
  hasHeldMail?: true;
}

interface OtherOpenTicket extends TicketRef {
  company: { name: string } | null;
}

/** Where staff stand with a customer or a company, within the reader's scope. */
export interface RecordTickets {
  openCount: number;
  count: number;
  /** Of a customer's last message in them. */
  lastContactAt: string | null;
  /** Newest first. */
  tickets: TicketRef[];
}

/** A customer, as agents see them. */
export interface PersonRecord extends RecordTickets {
  /** No mail is sent to their address now. */
  mailStop: MailStop | null;
  id: string;
  name: string;
  email: string | null;
  phone: string | null;
  timeZone: string | null;
  companies: { id: string; name: string; notes: string }[];
}

/** A company, as agents see it. */
export interface CompanyRecord extends RecordTickets {
  id: string;
  name: string;
  domains: string[];
  notes: string;
  people: { id: string; name: string; email: string | null }[];
}

export interface CopiedPerson {
  address: string;
  /** Empty if unknown. */
  name: string;
}

export type LinkKind = "related" | "duplicate-of" | "parent-of" | "follow-up-of";

export interface TicketLink {
  id: string;
  kind: LinkKind;
  /**
   * `to`: this ticket is a duplicate, parent or follow-up of the other; `from`: the other way
   * round.
   */
  direction: "to" | "from";
  ticket: TicketRef;
}

export interface TicketRef {
  id: string;
  number: number;
  subject: string;
  status: TicketStatus;
}

/** What the reader can do with the ticket now; the server checks again. */
export interface TicketMay {
  /** The statuses the reader can set, in order. */
  moveTo: TicketStatus[];
  update: boolean;
  reply: boolean;
  note: boolean;
  solve: boolean;
  reopen: boolean;
  rate: boolean;
}

/** The newest items, oldest first; earlier ones are loaded by a call of their own. */
export interface TimelinePage {
  items: TimelineItem[];
  earlier: string | null;
}

export type TimelineItem = TimelineMessage | TimelineEvent;

export interface TimelineMessage {
  kind: "message";
  id: string;
  /** The action that wrote it, as its events name it; null where none is known. */
  actId: string | null;
  /** When it became public; if it is not, when it was written. */
  at: string;
  author: PersonRef & { isStaff: boolean };
  mine: boolean;
  /** A note is for staff only. `sending`: its author can still undo it. */
  state: "public" | "sending" | "note";
  /**
   * While it is being sent: when it is released, by the database's clock, and in how many
   * milliseconds.
   */
  releaseAt: string | null;
  releaseInMs: number | null;
  /** Safe HTML, rendered from Markdown on the server; empty if redacted. */
  html: string;
  redacted: boolean;
  /** Who redacted it; null if it is not redacted, or if that is unknown. */
  redactedBy: PersonRef | null;
  files: MessageFile[];
  /** It came by mail, as HTML. */
  isMail?: true;
  /** The reader can download that mail as it came: staff, and customers their own. */
  hasOriginal?: true;
  /** Until when the reader can edit this note of theirs; absent where they cannot. */
  editableUntil?: string;
  /** Addresses its mail did not reach; for staff, on messages by staff. */
  undelivered?: Undelivered[];
  /** Customers and copied people it was mailed to; for staff, on messages by staff. */
  mailed?: MailedTo[];
  /** For staff: the mail by which it came. */
  mail?: MessageMail;
}

export interface MailedTo {
  /** Of the mail: two people can have the same name. */
  id: string;
  /** A name, or a copied person's address. */
  to: string;
  /** The mail server did not take it yet, and is tried again. */
  isWaiting: boolean;
  /** A few words of the mail server's last answer. */
  answer: string | null;
}

/** A received mail that is held at a ticket. */
export interface HeldOnTicket {
  id: string;
  reason: "stranger" | "automatic" | "bounce" | "loop" | "needs-review" | "unproven-staff";
  sender: string;
  name: string;
  preview: string;
  at: string;
}

export interface MessageMail {
  sender: string;
  verdict: "pass" | "fail" | "none" | null;
  /** By the sender's clock, if that can be believed. */
  sentAt: string | null;
  /** When the mail server got it. */
  receivedAt: string;
  /** A quoted part is loaded by a call of its own. */
  hasRest: boolean;
  /** Images on other servers, which are not loaded. */
  remoteImages: number;
  /** The reader always wants those of this sender. */
  showsImages: boolean;
  /** With S/MIME or PGP, which is not checked. */
  isSigned: boolean;
  /** The event it invites to. */
  calendar: CalendarCard | null;
  recipients: { kind: "to" | "cc" | "bcc"; address: string; name: string }[];
}

/** An event of a calendar, as its invitation describes it. */
export interface CalendarCard {
  kind: "invitation" | "cancelled" | "answer";
  summary: string;
  location: string;
  /** A day of a whole-day event, else a time. */
  start: string;
  /** The last day, or the time it ends. */
  end: string | null;
  isAllDay: boolean;
  repeats: boolean;
}

export interface Undelivered {
  /** Of the mail. */
  id: string;
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
  /** Null for automation. */
  actor: PersonRef | null;
  change: TimelineChange;
  /** Whether the reader can undo the whole action now. */
  undoable: boolean;
}

/** The change of an event. Changes such as tags and priority are for staff only. */
export type TimelineChange =
  | { kind: "created" }
  | { kind: "status"; from: TicketStatus; to: TicketStatus }
  | { kind: "assigned"; from: PersonRef | null; to: PersonRef | null }
  | StaffValueChange
  | { kind: "team"; from: string | null; to: string | null }
  /** Null was redacted. */
  | { kind: "subject"; from: string | null; to: string | null; redactedBy?: PersonRef }
  /** Null if the reader cannot see that person. */
  | { kind: "requester"; from: PersonRef | null; to: PersonRef | null }
  | { kind: "company"; from: string | null; to: string | null }
  | { kind: "tags"; added: string[]; removed: string[] }
  | { kind: "followers"; added: PersonRef[]; removed: PersonRef[] }
  /** `from`: the earlier time, if known. */
  | { kind: "snoozed"; from: string | null; until: string | null }
  | { kind: "rated"; rating: "good" | "bad" }
  | { kind: "redacted"; what: "message" | "file" | "subject" }
  /** `back`: the restored values; empty for Customers. */
  | { kind: "undone"; undoes: string; kinds: Kind[]; kept: Kind[]; back: TimelineChange[] }
  | { kind: "reply-taken-back" }
  | { kind: "note-changed"; what: "edited" | "deleted" }
  | { kind: "merged"; into: TicketName | null }
  /** `mergedId`: the merged ticket, as long as the merge can be undone. */
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
  | { kind: "mail"; about: "joined" | "also-sent"; address: string }
  | { kind: "mail"; about: "names"; number: number }
  | { kind: "mail"; about: "other-subject"; subject: string }
  | { kind: "mail"; about: "not-copied"; count: number }
  | { kind: "mail"; about: "not-reopened" }
  | {
      kind: "mail";
      about: "copied";
      added: CopiedPerson[];
      removed: CopiedPerson[];
    }
  | { kind: "spam"; spam: boolean };

type Kind = TimelineChange["kind"];

/** Another ticket within the reader's scope. */
export interface TicketName {
  number: number;
  subject: string;
}

/** One action: all of it or nothing. Tags and followers are sent as additions and removals. */
export interface TicketPatch extends Partial<StaffValues> {
  subject?: string;
  status?: TicketStatus;
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

interface Acted {
  actId: string;
  /** Until when it can be undone; null if it cannot. */
  undoUntil: string | null;
}

/** The answer to an action: the ticket as it is now, and the action's id for Undo. */
export interface ActAnswer extends Acted {
  ticket: TicketDetails;
}

/**
 * The answer to a change of fields: what it changed, or the whole ticket. That is for customers, for an action that was
 * done before, and where a field alters more of the page than itself, such as the requester.
 */
export type ChangeAnswer = Acted &
  ({ changes: TicketChanges; ticket?: undefined } | { ticket: TicketDetails; changes?: undefined });

/** What a change of fields alters on the page of staff; the page has everything else. */
export interface TicketChanges {
  id: string;
  number: number;
  /** The version it changed. A page that shows an earlier one misses other changes. */
  from: number;
  head: Pick<TicketDetails, "updatedAt" | "may"> &
    Partial<Pick<TicketDetails, "subject" | "status" | "assignee">>;
  staff: Pick<StaffDetails, "version"> & Partial<StaffFields>;
  /** Not changed, but no event says when they change. */
  others: Pick<StaffDetails, "otherTickets"> & {
    otherOpen: NonNullable<StaffDetails["otherOpen"]> | null;
  };
  /** In order. */
  events: TimelineEvent[];
}

type StaffFields = Pick<
  StaffDetails,
  | keyof StaffValues
  | "team"
  | "tags"
  | "waitingFor"
  | "waitingSince"
  | "snoozedUntil"
  | "lastResolvedAt"
  | "reopenCount"
>;

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
    /** The messages that were not on screen yet. */
    came_between: { cameBetween: TimelineMessage[] };
  }
}

export type DraftKind = "reply" | "note" | "new";

/** Unsent text, saved on the server as the person types. */
export interface Draft {
  kind: DraftKind;
  body: string;
  /** The other fields of the form of a new ticket. */
  form: Record<string, unknown> | null;
  revision: number;
  updatedAt: string;
}

/** A ticket with an unsent draft: never its words. */
export interface BegunDraft {
  ticketId: string;
  kind: Exclude<DraftKind, "new">;
}

/** If another device saved since, both texts are kept and the other one is offered. */
export type DraftSaved = { saved: true; revision: number } | { saved: false; other: Draft };

export const composerLimits = { files: 10, mentions: 20, followers: 50, draft: 100_000 } as const;
