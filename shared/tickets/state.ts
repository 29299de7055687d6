import type { CopiedPerson, LinkKind } from "./page.ts";
import type { StaffValueChange, StaffValues, TicketStatus } from "./vocabulary.ts";

/** A time in UTC to the microsecond, always of the same length: the later one sorts later. */
export type Instant = string;

export function instantOf(date: Date): Instant {
  return `${date.toISOString().slice(0, -1)}000Z`;
}

/**
 * The time of an action: now, or just after the change before. No two changes of a ticket share a
 * time, so times alone give their order, whatever the clocks of servers say.
 */
export function momentAfter(before: Instant, now: Instant): Instant {
  if (now > before) return now;
  const next = Number(before.slice(-7, -1)) + 1;
  if (next < 1_000_000) return `${before.slice(0, -7)}${String(next).padStart(6, "0")}Z`;
  return instantOf(new Date(Math.floor(Date.parse(before) / 1000) * 1000 + 1000));
}

/** Everything of a ticket that actions read and change. */
export interface TicketState extends StaffValues {
  version: number;
  subject: string;
  status: TicketStatus;
  companyId: string | null;
  requesterId: string;
  assigneeId: string | null;
  teamId: string | null;
  tags: readonly string[];
  /** Without the requester, who is stored among the ticket's people too. */
  followers: readonly string[];
  updatedAt: Instant;
  publiclyUpdatedAt: Instant;
  waitingFor: "us" | "customer" | null;
  waitingSince: Instant | null;
  unassignedSince: Instant | null;
  firstStaffReplyAt: Instant | null;
  lastStaffReplyAt: Instant | null;
  lastCustomerMessageAt: Instant | null;
  staffReplyCount: number;
  firstResolvedAt: Instant | null;
  lastResolvedAt: Instant | null;
  reopenCount: number;
  closedAt: Instant | null;
  snoozedUntil: Instant | null;
  rating: "good" | "bad" | null;
  ratingComment: string | null;
  ratedAt: Instant | null;
}

/** What a timeline event stores: ids, whose names are joined on reading. */
export type TicketChange =
  | { kind: "created" }
  | { kind: "status"; from: TicketStatus; to: TicketStatus }
  | { kind: "assigned"; from: string | null; to: string | null }
  | StaffValueChange
  | { kind: "team"; from: string | null; to: string | null }
  /** Null was redacted by this person. */
  | { kind: "subject"; from: string | null; to: string | null; redactedBy?: string }
  | { kind: "requester"; from: string; to: string }
  | { kind: "company"; from: string | null; to: string | null }
  | { kind: "tags"; added: readonly string[]; removed: readonly string[] }
  | { kind: "followers"; added: readonly string[]; removed: readonly string[] }
  /** Old events lack the earlier time. */
  | { kind: "snoozed"; from?: Instant | null; until: Instant | null }
  | { kind: "rated"; rating: "good" | "bad" }
  | {
      kind: "undone";
      /** The first event of the undone action. */
      undoes: string;
      kinds: readonly ChangeKind[];
      kept: readonly ChangeKind[];
      /** The changes that restored the ticket, so that the timeline can be replayed. */
      back: readonly TicketChange[];
    }
  /** The message and its time: a reply begun after seeing it needs to know what came later. */
  | { kind: "reply-taken-back"; messageId?: string; writtenAt?: Instant }
  /** By its author. The message and its time, as above. */
  | { kind: "note-changed"; what: "edited" | "deleted"; messageId?: string; writtenAt?: Instant }
  | { kind: "merged"; into: string }
  | { kind: "merged-from"; source: string }
  /** On both tickets, each naming the other. */
  | { kind: "unmerged"; other: string }
  | { kind: "split"; into: string; messages: number }
  | { kind: "split-from"; origin: string; messages: number }
  | { kind: "linked"; link: LinkKind; direction: "to" | "from"; other: string }
  | { kind: "unlinked"; link: LinkKind; direction: "to" | "from"; other: string }
  /** What a received mail did besides its message. */
  | { kind: "mail"; about: "joined" | "also-sent"; address: string }
  | { kind: "mail"; about: "names"; number: number }
  | { kind: "mail"; about: "other-subject"; subject: string }
  | { kind: "mail"; about: "not-copied"; count: number }
  /** Mail reopened it too often within ten minutes. */
  | { kind: "mail"; about: "not-reopened" }
  /** Chosen in the composer. */
  | {
      kind: "mail";
      about: "copied";
      added: CopiedPerson[];
      removed: CopiedPerson[];
    }
  | { kind: "spam"; spam: boolean }
  | { kind: "redacted"; what: "message" | "file" | "subject" };

export type ChangeKind = TicketChange["kind"];

/** What an action makes of a ticket. */
export interface TicketPlan {
  before: TicketState;
  after: TicketState;
  changes: readonly TicketChange[];
  at: Instant;
  /** Whether customers see a change. */
  publicly: boolean;
}

/** The fields whose values differ. */
export function differences(before: TicketState, after: TicketState): Partial<TicketState> {
  const keys = Object.keys(after) as (keyof TicketState)[];
  const changed = keys.filter((key) => !isSame(before[key], after[key]));
  return Object.fromEntries(changed.map((key) => [key, after[key]]));
}

function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
