import type { TicketPriority, TicketStatus } from "../../shared/tickets/vocabulary.ts";
import type { DemoAct, DemoTicket } from "./acts.ts";

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

/** One line of the timeline. What is for staff only says so. */
export interface DerivedEvent {
  by: string | null;
  at: Date;
  audience: "staff" | "everyone";
  change:
    | { kind: "created" }
    | { kind: "status"; from: TicketStatus; to: TicketStatus }
    | { kind: "assigned"; from: string | null; to: string | null }
    | { kind: "priority"; from: TicketPriority; to: TicketPriority }
    | { kind: "tags"; added: readonly string[]; removed: readonly string[] }
    | { kind: "snoozed"; until: Date }
    | { kind: "rated"; rating: "good" | "bad" };
}

/** From the moment a reply of staff is sent it can be taken back for so long. */
export const releaseDelayMs = 8000;

/** When others may read it: a customer's message at once, a reply of staff once it is released. */
export function releasedAt(
  act: { by: string; at: Date },
  isStaff: (email: string) => boolean,
): Date {
  return isStaff(act.by) ? new Date(act.at.getTime() + releaseDelayMs) : act.at;
}

/** What stands in a ticket's row after all its acts, in their order. */
export function deriveTicket(
  ticket: DemoTicket,
  { now, isStaff }: { now: Date; isStaff: (email: string) => boolean },
): DerivedTicket {
  const row = begin(ticket);
  for (const step of stepsOf(ticket.acts, isStaff)) {
    if (step.at > now) continue;
    if (step.kind === "release") release(row, step);
    else take(row, step, isStaff);
  }
  row.version += new Set(ticket.acts.map(({ by, at }) => `${by} ${at.getTime()}`)).size - 1;
  if (row.snoozedUntil && row.snoozedUntil <= now) row.snoozedUntil = null;
  return row;
}

type Step = DemoAct | { kind: "release"; at: Date; sentAt: Date };

/** The acts, and between them the moments at which replies of staff became public. */
function stepsOf(acts: readonly DemoAct[], isStaff: (email: string) => boolean): Step[] {
  const releases = acts
    .filter((act) => act.kind === "reply" && isStaff(act.by))
    .map((act): Step => {
      const at = new Date(act.at.getTime() + releaseDelayMs);
      return { kind: "release", at, sentAt: act.at };
    });
  return [...acts, ...releases].sort((one, other) => one.at.getTime() - other.at.getTime());
}

function begin({ createdAt, openedBy }: DemoTicket): DerivedTicket {
  return {
    status: "new",
    priority: "normal",
    assignee: null,
    tags: [],
    version: 1,
    updatedAt: createdAt,
    publiclyUpdatedAt: createdAt,
    waitingFor: "us",
    waitingSince: createdAt,
    unassignedSince: createdAt,
    firstStaffReplyAt: null,
    lastStaffReplyAt: null,
    lastCustomerMessageAt: null,
    staffReplyCount: 0,
    firstResolvedAt: null,
    lastResolvedAt: null,
    reopenCount: 0,
    closedAt: null,
    snoozedUntil: null,
    rating: null,
    spans: [{ status: "new", startedAt: createdAt, endedAt: null }],
    events: [{ by: openedBy, at: createdAt, audience: "everyone", change: { kind: "created" } }],
  };
}

function release(row: DerivedTicket, { at, sentAt }: { at: Date; sentAt: Date }): void {
  row.updatedAt = at;
  row.publiclyUpdatedAt = at;
  row.firstStaffReplyAt ??= at;
  row.lastStaffReplyAt = at;
  row.staffReplyCount += 1;
  const overtaken = row.lastCustomerMessageAt !== null && row.lastCustomerMessageAt > sentAt;
  const rests = ["on-hold", "resolved", "closed"].includes(row.status);
  if (!overtaken && !rests) wait(row, "customer", at);
}

function take(row: DerivedTicket, act: DemoAct, isStaff: (email: string) => boolean): void {
  row.updatedAt = act.at;
  switch (act.kind) {
    case "reply":
      if (!isStaff(act.by)) hear(row, act.at);
      return;
    case "note":
      return;
    case "assign":
      tell(row, act, "everyone", { kind: "assigned", from: row.assignee, to: act.assignee });
      row.assignee = act.assignee;
      row.unassignedSince = act.assignee === null ? act.at : null;
      return;
    case "status":
      tell(row, act, "everyone", { kind: "status", from: row.status, to: act.status });
      move(row, act.status, act.at);
      return;
    case "priority":
      tell(row, act, "staff", { kind: "priority", from: row.priority, to: act.priority });
      row.priority = act.priority;
      return;
    case "tags":
      tell(row, act, "staff", { kind: "tags", added: act.add, removed: act.remove });
      row.tags = [...row.tags.filter((tag) => !act.remove.includes(tag)), ...act.add];
      return;
    case "snooze":
      tell(row, act, "staff", { kind: "snoozed", until: act.until });
      row.snoozedUntil = act.until;
      return;
    case "rate":
      tell(row, act, "everyone", { kind: "rated", rating: act.good ? "good" : "bad" });
      row.rating = { good: act.good, comment: act.comment, at: act.at };
  }
}

/** A customer's message: it is our turn, since then or since longer, and no snooze outlasts it. */
function hear(row: DerivedTicket, at: Date): void {
  row.publiclyUpdatedAt = at;
  row.lastCustomerMessageAt = at;
  row.snoozedUntil = null;
  if (row.waitingFor !== "us") wait(row, "us", at);
}

function move(row: DerivedTicket, to: TicketStatus, at: Date): void {
  if (row.status === "resolved" && to !== "closed") row.reopenCount += 1;
  if (to === "resolved") {
    row.firstResolvedAt ??= at;
    row.lastResolvedAt = at;
  }
  if (to === "closed") row.closedAt = at;
  if (to === "pending" && row.waitingFor !== "customer") wait(row, "customer", at);
  if (to === "open" && row.waitingFor !== "us") wait(row, "us", at);
  if (to === "on-hold" || to === "resolved" || to === "closed") {
    row.waitingFor = null;
    row.waitingSince = null;
  }
  row.status = to;
  const last = row.spans.at(-1);
  if (last) last.endedAt = at;
  row.spans.push({ status: to, startedAt: at, endedAt: null });
}

function wait(row: DerivedTicket, whose: "us" | "customer", since: Date): void {
  row.waitingFor = whose;
  row.waitingSince = since;
}

function tell(
  row: DerivedTicket,
  { by, at }: { by: string | null; at: Date },
  audience: DerivedEvent["audience"],
  change: DerivedEvent["change"],
): void {
  row.events.push({ by, at, audience, change });
  if (audience === "everyone") row.publiclyUpdatedAt = at;
}
