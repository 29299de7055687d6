import { AppError, refuseInput } from "../errors.ts";
import { normalizeTag } from "../tags.ts";
import { fieldChangedBy, simpleFields, ticketFields } from "./fields.ts";
import { composerLimits, type TicketPatch } from "./page.ts";
import {
  type Instant,
  instantOf,
  type TicketChange,
  type TicketPlan,
  type TicketState,
} from "./state.ts";
import {
  assign,
  beginTransition,
  finishTransition,
  move,
  snooze,
  type TicketTransition,
} from "./transition.ts";
import { isOpenStatus, ticketLimits } from "./vocabulary.ts";

/** What a change of company or requester means for the participants. */
export interface Consequences {
  /** The assignee or followers who lose access to the ticket. */
  lost: readonly string[];
}

/**
 * A change of fields by staff: all of it, or an AppError that says why not. The caller has checked
 * that the people named have access to the ticket.
 */
export function planTicketUpdate(
  ticket: TicketState,
  patch: TicketPatch,
  actorId: string | null,
  now: Instant,
  { lost }: Consequences = { lost: [] },
): TicketPlan {
  const transition = beginTransition(ticket, now);
  changeFields(transition, patch, actorId, lost);
  const plan = finishTransition(transition);
  assertOnlySorts(plan);
  return plan;
}

/** A person lost access: removes them as assignee of an open ticket and as follower. */
export function planAccessLost(ticket: TicketState, userId: string, now: Instant): TicketPlan {
  const transition = beginTransition(ticket, now);
  removePeople(transition, [userId]);
  return finishTransition(transition);
}

/** Removes people who lost access. */
export function removePeople(transition: TicketTransition, lost: readonly string[]): void {
  changePeople(transition, {}, lost);
  const { status, assigneeId } = transition.after;
  if (isOpenStatus(status) && assigneeId !== null && lost.includes(assigneeId)) {
    assign(transition, null);
  }
}

/** A ticket that opens again is unassigned if its assignee has lost access. */
export function withoutAssignee({ before, after, changes, at, publicly }: TicketPlan): TicketPlan {
  const transition = { before, after: { ...after }, changes: [...changes], at };
  assign(transition, null);
  return { before, after: transition.after, changes: transition.changes, at, publicly };
}

/**
 * Its company was merged into another one. A closed ticket moves too, and nothing looks new unless
 * someone loses access.
 */
export function planCompanyMerge(
  ticket: TicketState,
  companyId: string,
  now: Instant,
  { lost }: Consequences,
): TicketPlan {
  const transition = beginTransition(ticket, now);
  changeSimpleFields(transition, { companyId });
  removePeople(transition, lost);
  const quiet = transition.changes.length === 1;
  const plan = finishTransition(transition);
  if (quiet) {
    plan.after.updatedAt = ticket.updatedAt;
    plan.after.publiclyUpdatedAt = ticket.publiclyUpdatedAt;
    plan.publicly = false;
  }
  return plan;
}

/** Only the fields. */
export function changeFields(
  transition: TicketTransition,
  patch: TicketPatch,
  actorId: string | null,
  lost: readonly string[] = [],
): void {
  const { after } = transition;
  changeSimpleFields(transition, patch);
  changePeople(transition, patch, lost);
  changeTags(transition, patch);

  assign(transition, assigneeAfter(transition, patch, actorId, lost));
  const isNew = after.status === "new" && after.assigneeId !== null;
  if (isNew && after.assigneeId !== transition.before.assigneeId && isSameOrOpen(patch.status)) {
    move(transition, "open", "assignment");
  } else if (patch.status !== undefined) {
    move(transition, patch.status, "hand");
  }

  if (patch.snoozedUntil !== undefined) {
    snooze(transition, patch.snoozedUntil && futureInstant(patch.snoozedUntil, transition.at));
  }
}

/** The agent who resolves an unassigned ticket is assigned to it; an app, without an `actorId`, is not. */
function assigneeAfter(
  { after }: TicketTransition,
  { assigneeId, status }: TicketPatch,
  actorId: string | null,
  lost: readonly string[],
): string | null {
  const stays =
    after.assigneeId !== null && lost.includes(after.assigneeId) ? null : after.assigneeId;
  const wanted = assigneeId === undefined ? stays : assigneeId;
  const resolves = status === "resolved" && after.status !== "resolved";
  return wanted === null && resolves ? actorId : wanted;
}

function isSameOrOpen(status: TicketPatch["status"]): boolean {
  return status === undefined || status === "new" || status === "open";
}

function changeSimpleFields({ after, changes }: TicketTransition, patch: TicketPatch): void {
  for (const field of simpleFields) {
    const [from, to] = [after[field], patch[field]];
    if (to === undefined || to === from) continue;
    changes.push({ kind: ticketFields[field].change, from, to } as TicketChange);
    Object.assign(after, { [field]: to });
  }
}

/**
 * The new requester is no longer a follower. The earlier one loses the ticket unless made a
 * follower.
 */
function changePeople(
  { after, changes }: TicketTransition,
  { requesterId, addFollowers = [], removeFollowers = [] }: TicketPatch,
  lost: readonly string[],
): void {
  if (requesterId !== undefined && requesterId !== after.requesterId) {
    changes.push({ kind: "requester", from: after.requesterId, to: requesterId });
    after.requesterId = requesterId;
  }
  const leaving = new Set([...removeFollowers, ...lost, after.requesterId]);
  const { kept, added, removed } = changeList(after.followers, addFollowers, leaving);
  if (added.length > 0 && kept.length > composerLimits.followers) {
    throw tooMany("addFollowers", `A ticket has at most ${composerLimits.followers} followers.`);
  }
  if (added.length + removed.length === 0) return;
  changes.push({ kind: "followers", added, removed });
  after.followers = kept;
}

function changeTags(
  { after, changes }: TicketTransition,
  { addTags = [], removeTags = [] }: TicketPatch,
): void {
  const wanted = addTags.map(normalizeTag);
  if (wanted.some((tag) => tag.length === 0 || [...tag].length > ticketLimits.tag)) {
    throw tooMany("addTags", `A tag has at most ${ticketLimits.tag} characters.`);
  }
  const leaving = new Set(removeTags.map(normalizeTag));
  const { kept, added, removed } = changeList(after.tags, wanted, leaving);
  if (added.length > 0 && kept.length > ticketLimits.tags) {
    throw tooMany("addTags", `A ticket has at most ${ticketLimits.tags} tags.`);
  }
  if (added.length + removed.length === 0) return;
  changes.push({ kind: "tags", added, removed });
  after.tags = kept;
}

/** An item that is both added and removed is removed. */
function changeList(list: readonly string[], add: readonly string[], remove: Set<string>) {
  const present = new Set(list);
  const added = [...new Set(add)].filter((each) => !present.has(each) && !remove.has(each)).sort();
  const removed = list.filter((each) => remove.has(each));
  const kept = [...list.filter((each) => !remove.has(each)), ...added].sort();
  return { kept, added, removed };
}

function futureInstant(time: string, at: Instant): Instant {
  const until = instantOf(new Date(time));
  if (until > at) return until;
  throw refuseInput("snoozedUntil", "Choose a time that is still to come.");
}

function assertOnlySorts({ before, changes }: TicketPlan): void {
  if (before.status !== "closed") return;
  if (changes.some(({ kind }) => !fieldChangedBy(kind)?.onClosed))
    throw new AppError("ticket_closed");
}

function tooMany(field: string, message: string): AppError {
  return refuseInput(field, message);
}
