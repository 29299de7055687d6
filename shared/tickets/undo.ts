import { AppError } from "../errors.ts";
import { fieldChangedBy, isPublicChange } from "./fields.ts";
import type { ChangeKind, Instant, TicketChange, TicketPlan, TicketState } from "./state.ts";
import { beginTransition, finishTransition } from "./transition.ts";
import { canMove } from "./transitions.ts";
import { noOneWaits, nothingSaid, stopWaiting, updateWaiting } from "./turns.ts";

/** Stored with an action besides its events, so that it can be undone: never its words. */
export interface UndoRecord {
  before: Partial<TicketState>;
  after: Partial<TicketState>;
}

/** The values of each column the action changed. Texts are in its events. */
export function undoRecordOf({ before, after, changes }: TicketPlan): UndoRecord | null {
  const fields = changes.flatMap(({ kind }) => fieldChangedBy(kind) ?? []);
  if (fields.length === 0) return null;
  const columns = fields.flatMap(({ restores }) => restores);
  return { before: pick(before, columns), after: pick(after, columns) };
}

function pick(state: TicketState, columns: readonly (keyof TicketState)[]): Partial<TicketState> {
  return Object.fromEntries(columns.map((column) => [column, state[column]]));
}

export interface ActToUndo {
  /** The first event of the action. */
  eventId: string;
  changes: readonly TicketChange[];
  record: UndoRecord;
  /** All later changes of the ticket. */
  since: readonly TicketChange[];
  /** Kinds of changes that cannot be restored, such as an assignee who lost access. */
  barred?: readonly ChangeKind[];
  /** Followers who cannot be restored because they lost access. */
  outside?: readonly string[];
  /** Tags that were deleted since; Undo does not create them again. */
  noMore?: readonly string[];
  /** The time of the action. */
  at?: Instant | null;
  /** When a later reply was released, if it answers everything by the customer. */
  answeredAt?: Instant | null;
}

/** Undoes an action: restores earlier values, except in fields changed since. */
export function planUndo(ticket: TicketState, act: ActToUndo, now: Instant): TicketPlan {
  const transition = beginTransition(ticket, now);
  const { after } = transition;
  const barred = [...(act.barred ?? []), ...whatWasHeard(ticket, act)];
  const touched = new Set([...act.since.flatMap(kindsIn), ...barred]);
  const undone: TicketChange[] = [];
  const kept: ChangeKind[] = [];
  for (const change of act.changes) {
    if (!fieldChangedBy(change.kind)) continue;
    const back = isList(change)
      ? takeBackList(after, change, act)
      : touched.has(change.kind) || isGone(change)
        ? null
        : takeBackField(after, change, act);
    if (back === null) kept.push(change.kind);
    else undone.push(back);
    if (back !== null && isList(change) && !isWhole(change, back)) kept.push(change.kind);
  }
  if (undone.length === 0) {
    throw new AppError("undo_too_late", {
      message: "All of this has been changed again since, so there is nothing to undo.",
    });
  }
  transition.changes.push(...toldApart(act.eventId, undone, kept));
  return finishTransition(transition);
}

/** A later customer message would have opened and woken the ticket as it was. */
function whatWasHeard(ticket: TicketState, { record, at }: ActToUndo): ChangeKind[] {
  const { lastCustomerMessageAt: heardAt } = ticket;
  if (!at || heardAt === null || heardAt <= at) return [];
  const { status, snoozedUntil } = record.before;
  const heard: ChangeKind[] = [];
  if (status && canMove(status, "open", "customer-message")) heard.push("status");
  if (snoozedUntil) heard.push("snoozed");
  return heard;
}

/**
 * Customers see only public changes: an action with both kinds gets two `undone` events, each
 * naming what stays of its own.
 */
function toldApart(
  undoes: string,
  undone: readonly TicketChange[],
  kept: readonly ChangeKind[],
): TicketChange[] {
  const seen = undone.filter(({ kind }) => isPublicChange(kind));
  const hidden = undone.filter(({ kind }) => !isPublicChange(kind));
  const seenStays = kept.filter(isPublicChange);
  const hiddenStays = kept.filter((kind) => !isPublicChange(kind));
  if (seen.length === 0) return [undoing(undoes, hidden, kept)];
  const forEveryone = undoing(undoes, seen, seenStays);
  if (hidden.length + hiddenStays.length === 0) return [forEveryone];
  return [forEveryone, undoing(undoes, hidden, hiddenStays)];
}

function undoing(
  undoes: string,
  back: readonly TicketChange[],
  kept: readonly ChangeKind[],
): TicketChange {
  return { kind: "undone", undoes, kinds: back.map(({ kind }) => kind), kept, back };
}

/** An Undo counts as a change of what it restores. */
export function kindsIn(change: TicketChange): readonly ChangeKind[] {
  return change.kind === "undone" ? change.kinds : [change.kind];
}

type ListChange = Extract<TicketChange, { kind: "tags" | "followers" }>;

function isList(change: TicketChange): change is ListChange {
  return change.kind === "tags" || change.kind === "followers";
}

/** Tags and followers are restored one by one, unless added or removed since. */
function takeBackList(
  after: TicketState,
  { kind, added, removed }: ListChange,
  { since, outside = [], noMore = [] }: Pick<ActToUndo, "since" | "outside" | "noMore">,
): ListChange | null {
  const later = since
    .flatMap((change) => (change.kind === "undone" ? change.back : [change]))
    .filter((change): change is ListChange => change.kind === kind);
  const touched = new Set(later.flatMap((change) => [...change.added, ...change.removed]));
  const present = new Set(after[kind]);
  const removing = added.filter((each) => present.has(each) && !touched.has(each));
  const adding = removed.filter(
    (each) =>
      !present.has(each) &&
      !touched.has(each) &&
      each !== after.requesterId &&
      !(kind === "followers" ? outside : noMore).includes(each),
  );
  if (removing.length + adding.length === 0) return null;
  after[kind] = [...after[kind].filter((each) => !removing.includes(each)), ...adding].sort();
  return { kind, added: adding, removed: removing };
}

/** Redacted text is never restored. */
function isGone(change: TicketChange): boolean {
  return change.kind === "subject" && change.from === null;
}

function isWhole(change: ListChange, back: TicketChange): boolean {
  if (!isList(back)) return false;
  return back.added.length === change.removed.length && back.removed.length === change.added.length;
}

function takeBackField(
  after: TicketState,
  change: TicketChange,
  { record: { before, after: left }, answeredAt = null }: Pick<ActToUndo, "record" | "answeredAt">,
): TicketChange {
  const columns = (fieldChangedBy(change.kind)?.restores ?? []).filter(
    // Whose turn it is may have changed by a message: then it stays.
    (column) => !column.startsWith("waiting") || isAsLeft(after, left),
  );
  Object.assign(after, Object.fromEntries(columns.map((column) => [column, before[column]])));
  // A reply may have been sent since. A resting ticket waits for no one, also not for that time.
  if (change.kind === "status" && noOneWaits(after.status)) stopWaiting(after);
  else if (change.kind === "status") updateWaiting(after, { ...nothingSaid, answeredAt });
  // They may have become a follower since.
  after.followers = after.followers.filter((id) => id !== after.requesterId);
  if (change.kind === "subject" && change.from !== null) after.subject = change.from;
  if (change.kind === "snoozed") {
    return { kind: "snoozed", from: change.until, until: after.snoozedUntil };
  }
  if (!("from" in change && "to" in change)) return change;
  return { ...change, from: change.to, to: change.from } as TicketChange;
}

function isAsLeft(now: TicketState, left: Partial<TicketState>): boolean {
  return now.waitingFor === left.waitingFor && now.waitingSince === left.waitingSince;
}
