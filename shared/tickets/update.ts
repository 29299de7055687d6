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

/** What follows from a change of company or requester for those already there. */
export interface Consequences {
  /** The assignee or followers who would not see the ticket any more. */
  lost: readonly string[];
}

/**
 * One act of staff on the fields of a ticket: all of it, or an AppError that says why not.
 * That the people named may see the ticket has been asked before.
 */
export function planTicketUpdate(
  ticket: TicketState,
  patch: TicketPatch,
  actorId: string,
  now: Instant,
  { lost }: Consequences = { lost: [] },
): TicketPlan {
  const draft = beginTransition(ticket, now);
  changeFields(draft, patch, actorId, lost);
  const plan = finishTransition(draft);
  assertOnlySorts(plan);
  return plan;
}

/** Somebody may see the ticket no longer: an open one loses its assignee, any its follower. */
export function planAccessLost(ticket: TicketState, userId: string, now: Instant): TicketPlan {
  const draft = beginTransition(ticket, now);
  removePeople(draft, [userId]);
  return finishTransition(draft);
}

/** Those who see it no longer. */
export function removePeople(draft: TicketTransition, lost: readonly string[]): void {
  changePeople(draft, {}, lost);
  const { status, assigneeId } = draft.after;
  if (isOpenStatus(status) && assigneeId !== null && lost.includes(assigneeId)) {
    assign(draft, null);
  }
}

/** What opens again is nobody's where whoever had it may work on it no longer. */
export function withoutAssignee({ before, after, changes, at, publicly }: TicketPlan): TicketPlan {
  const draft = { before, after: { ...after }, changes: [...changes], at };
  assign(draft, null);
  return { before, after: draft.after, changes: draft.changes, at, publicly };
}

/**
 * Its company has become part of another. That only sorts: a closed ticket goes along, and nothing
 * of it looks new, unless somebody would see it no longer.
 */
export function planCompanyMerge(
  ticket: TicketState,
  companyId: string,
  now: Instant,
  { lost }: Consequences,
): TicketPlan {
  const draft = beginTransition(ticket, now);
  changeSimpleFields(draft, { companyId });
  removePeople(draft, lost);
  const quiet = draft.changes.length === 1;
  const plan = finishTransition(draft);
  if (quiet) {
    plan.after.updatedAt = ticket.updatedAt;
    plan.after.publiclyUpdatedAt = ticket.publiclyUpdatedAt;
    plan.publicly = false;
  }
  return plan;
}

/** The fields alone. */
export function changeFields(
  draft: TicketTransition,
  patch: TicketPatch,
  actorId: string,
  lost: readonly string[] = [],
): void {
  const { after } = draft;
  changeSimpleFields(draft, patch);
  changePeople(draft, patch, lost);
  changeTags(draft, patch);

  assign(draft, assigneeAfter(draft, patch, actorId, lost));
  const isNew = after.status === "new" && after.assigneeId !== null;
  if (isNew && after.assigneeId !== draft.before.assigneeId && isSameOrOpen(patch.status)) {
    move(draft, "open", "assignment");
  } else if (patch.status !== undefined) {
    move(draft, patch.status, "hand");
  }

  if (patch.snoozedUntil !== undefined) {
    snooze(draft, patch.snoozedUntil && futureInstant(patch.snoozedUntil, draft.at));
  }
}

/** Whoever resolves what is nobody's has done the work. */
function assigneeAfter(
  { after }: TicketTransition,
  { assigneeId, status }: TicketPatch,
  actorId: string,
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

/** Whoever becomes the requester follows no longer; whoever was it is gone unless made a follower. */
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

/** What is both added and removed goes. */
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
