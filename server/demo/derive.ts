import { planAutoClose } from "../../shared/tickets/automation.ts";
import { planOpening } from "../../shared/tickets/create.ts";
import { planRating, planReopen, planSolve } from "../../shared/tickets/customer-actions.ts";
import { audienceOf } from "../../shared/tickets/fields.ts";
import type { TicketPatch } from "../../shared/tickets/page.ts";
import {
  planCustomerMessage,
  planNote,
  planRelease,
  planStaffReply,
} from "../../shared/tickets/reply.ts";
import {
  type Instant,
  instantOf,
  type TicketChange,
  type TicketPlan,
  type TicketState,
} from "../../shared/tickets/state.ts";
import { releaseDelayMs } from "../../shared/tickets/time-limits.ts";
import { planTicketUpdate } from "../../shared/tickets/update.ts";
import type {
  TicketChannel,
  TicketPriority,
  TicketStatus,
  TicketType,
} from "../../shared/tickets/vocabulary.ts";
import type { TeamName } from "./content.ts";

export interface DerivedTicket {
  status: TicketStatus;
  priority: TicketPriority;
  assignee: string | null;
  tags: readonly string[];
  version: number;
  updatedAt: Date;
  publiclyUpdatedAt: Date;
  waitingFor: "us" | "customer" | null;
  waitingSince: Date | null;
  unassignedSince: Date | null;
  firstStaffReplyAt: Date | null;
  lastStaffReplyAt: Date | null;
  lastCustomerMessageAt: Date | null;
  staffReplyCount: number;
  firstResolvedAt: Date | null;
  lastResolvedAt: Date | null;
  reopenCount: number;
  closedAt: Date | null;
  snoozedUntil: Date | null;
  rating: { good: boolean; comment: string; at: Date } | null;
  spans: { status: TicketStatus; startedAt: Date; endedAt: Date | null }[];
  events: DerivedEvent[];
}

/** One timeline event. People are named by their email address. */
export interface DerivedEvent {
  by: string | null;
  at: Date;
  audience: "staff" | "everyone";
  change: TicketChange;
}

type IsStaff = (email: string) => boolean;

/** When the message becomes public: a customer's immediately, a staff reply on release. */
export function releasedAt(act: { by: string; at: Date }, isStaff: IsStaff): Date {
  return isStaff(act.by) ? new Date(act.at.getTime() + releaseDelayMs) : act.at;
}

/**
 * The ticket's row after all its actions. Uses the same transition rules as the product,
 * so the demo cannot show an impossible ticket.
 */
export function deriveTicket(
  ticket: DemoTicket,
  { now, isStaff }: { now: Date; isStaff: IsStaff },
): DerivedTicket {
  const [opening, ...later] = deedsOf(ticket.acts, isStaff);
  const spans: DerivedTicket["spans"] = [];
  const events: DerivedEvent[] = [];
  const note = (by: string | null, at: Date, { changes }: TicketPlan): void => {
    for (const change of changes) {
      events.push({ by, at, audience: audienceOf(change), change });
      if (change.kind === "created") spans.push({ status: "new", startedAt: at, endedAt: null });
      if (change.kind !== "status") continue;
      const last = spans.at(-1);
      if (last) last.endedAt = at;
      spans.push({ status: change.to, startedAt: at, endedAt: null });
    }
  };
  const opened = open(ticket, opening, isStaff);
  note(ticket.openedBy, ticket.createdAt, opened);
  let state = opened.after;
  for (const deed of later) {
    if (deed.at > now) break;
    state = wake(state, deed.at);
    const plan = planOf(state, deed, isStaff);
    note(deed.by, deed.at, plan);
    state = plan.after;
  }
  return { ...asDates(wake(state, now)), spans, events };
}

/** Everything that one person did at one moment is one action. */
interface Deed {
  by: string | null;
  at: Date;
  acts: readonly DemoAct[];
  /** A staff reply that was sent earlier becomes public. */
  sentAt?: Date;
}

function deedsOf(acts: readonly DemoAct[], isStaff: IsStaff): Deed[] {
  const deeds: (Deed & { acts: DemoAct[] })[] = [];
  for (const act of acts) {
    const last = deeds.at(-1);
    if (last?.by === act.by && last.at.getTime() === act.at.getTime()) last.acts.push(act);
    else deeds.push({ by: act.by, at: act.at, acts: [act] });
  }
  const releases = acts
    .filter((act) => act.kind === "reply" && isStaff(act.by))
    .map((act) => ({
      by: null,
      acts: [],
      sentAt: act.at,
      at: new Date(act.at.getTime() + releaseDelayMs),
    }));
  if (releases.length === 0) return deeds;
  return [...deeds, ...releases].sort((one, other) => one.at.getTime() - other.at.getTime());
}

function open(ticket: DemoTicket, first: Deed | undefined, isStaff: IsStaff): TicketPlan {
  const { subject, requester, company, openedBy } = ticket;
  const byStaff = first?.acts.some(({ kind }) => kind === "note") ? "staff-note" : "staff-reply";
  return planOpening(
    {
      subject,
      requesterId: requester,
      companyId: company,
      actorId: openedBy,
      fields: {},
      by: isStaff(openedBy) ? byStaff : "customer",
    },
    instantOf(ticket.createdAt),
  );
}

function planOf(state: TicketState, { by, at, acts, sentAt }: Deed, isStaff: IsStaff): TicketPlan {
  const now = instantOf(at);
  if (sentAt) return planRelease(state, instantOf(sentAt), now);
  if (by === null) return planAutoClose(state, now);
  const said = acts.find(({ kind }) => kind === "reply" || kind === "note");
  if (isStaff(by)) {
    const patch = patchOf(acts);
    if (said?.kind === "reply") return planStaffReply(state, by, patch, now);
    if (said) return planNote(state, by, patch, now);
    return planTicketUpdate(state, patch, by, now);
  }
  if (said) return planCustomerMessage(state, now);
  const [act] = acts;
  if (act?.kind === "rate") {
    const { good, comment } = act;
    return planRating(state, { rating: good ? "good" : "bad", comment }, now);
  }
  const solves = act?.kind === "status" && act.status === "resolved";
  return solves ? planSolve(state, now) : planReopen(state, now);
}

function patchOf(acts: readonly DemoAct[]): TicketPatch {
  const patch: TicketPatch = {};
  for (const act of acts) {
    if (act.kind === "assign") patch.assigneeId = act.assignee;
    if (act.kind === "status") patch.status = act.status;
    if (act.kind === "priority") patch.priority = act.priority;
    if (act.kind === "snooze") patch.snoozedUntil = act.until.toISOString();
    if (act.kind === "tags") Object.assign(patch, { addTags: act.add, removeTags: act.remove });
  }
  return patch;
}

/** A snooze ends at its time; its event shows the time it was set for. */
function wake(state: TicketState, now: Date): TicketState {
  const { snoozedUntil } = state;
  if (snoozedUntil === null || snoozedUntil > instantOf(now)) return state;
  return { ...state, snoozedUntil: null };
}

function asDates(state: TicketState): Omit<DerivedTicket, "spans" | "events"> {
  const { status, priority, assigneeId, tags, version, waitingFor } = state;
  const { staffReplyCount, reopenCount, rating, ratingComment, ratedAt } = state;
  return {
    status,
    priority,
    assignee: assigneeId,
    tags,
    version,
    waitingFor,
    staffReplyCount,
    reopenCount,
    updatedAt: new Date(state.updatedAt),
    publiclyUpdatedAt: new Date(state.publiclyUpdatedAt),
    waitingSince: dateOf(state.waitingSince),
    unassignedSince: dateOf(state.unassignedSince),
    firstStaffReplyAt: dateOf(state.firstStaffReplyAt),
    lastStaffReplyAt: dateOf(state.lastStaffReplyAt),
    lastCustomerMessageAt: dateOf(state.lastCustomerMessageAt),
    firstResolvedAt: dateOf(state.firstResolvedAt),
    lastResolvedAt: dateOf(state.lastResolvedAt),
    closedAt: dateOf(state.closedAt),
    snoozedUntil: dateOf(state.snoozedUntil),
    rating:
      rating && ratedAt
        ? { good: rating === "good", comment: ratingComment ?? "", at: new Date(ratedAt) }
        : null,
  };
}

function dateOf(instant: Instant | null): Date | null {
  return instant === null ? null : new Date(instant);
}

/** One action on a ticket. People are named by their email address. */
export type DemoAct =
  | { kind: "reply"; by: string; at: Date; text: string; public: true }
  | { kind: "note"; by: string; at: Date; text: string }
  | { kind: "assign"; by: string; at: Date; assignee: string | null }
  /** `by` is null when the desk closes a resolved ticket automatically. */
  | { kind: "status"; by: string | null; at: Date; status: TicketStatus }
  | { kind: "priority"; by: string; at: Date; priority: TicketPriority }
  | { kind: "tags"; by: string; at: Date; add: readonly string[]; remove: readonly string[] }
  | { kind: "snooze"; by: string; at: Date; until: Date }
  | { kind: "rate"; by: string; at: Date; good: boolean; comment: string };

/**
 * A ticket with all its actions. It begins as New with priority Normal,
 * without tags and unassigned.
 */
export interface DemoTicket {
  subject: string;
  type: TicketType;
  priority: TicketPriority;
  channel: TicketChannel;
  company: string;
  requester: string;
  openedBy: string;
  assignee: string | null;
  team: TeamName;
  tags: readonly string[];
  followers: readonly string[];
  createdAt: Date;
  acts: readonly DemoAct[];
}
