import { AppError } from "../errors.ts";
import { composerLimits } from "./page.ts";
import { applyCustomerMessage } from "./reply.ts";
import {
  type Instant,
  momentAfter,
  type TicketChange,
  type TicketPlan,
  type TicketState,
} from "./state.ts";
import {
  beginTransition,
  finishTransition,
  move,
  snooze,
  type TicketTransition,
} from "./transition.ts";
import { canMove } from "./transitions.ts";
import {
  isWaitingAs,
  noOneWaits,
  nothingSaid,
  type Said,
  stopWaiting,
  updateWaiting,
  type Waiting,
  waitFor,
} from "./turns.ts";
import { type ActToUndo, kindsIn } from "./undo.ts";
import { removePeople } from "./update.ts";
import { statusNames, type TicketStatus } from "./vocabulary.ts";

/** What decides whether a ticket can be merged. */
export interface MergeParty {
  id: string;
  number: number;
  state: Pick<TicketState, "status" | "companyId" | "requesterId">;
  requesterName: string;
  /** Whether the requester belongs to the ticket's company. */
  requesterBelongs: boolean;
}

/** One side of a merge. */
export interface MergeSide extends MergeParty {
  state: TicketState;
}

/** What a merge of several tickets into one would mean. */
export interface MergePreview {
  /** Who will gain access to what; null if all have one requester. */
  asks: string | null;
  /** The people named there: the agent agrees for them, and for no one who was added since. */
  namedIds: string[];
  /** That the kept ticket will open, because a customer is waiting; null if its status stays. */
  opens: string | null;
  /** Tickets that cannot be merged into the target, with the reason. */
  refusals: { id: string; message: string }[];
}

interface MergePlan {
  source: TicketPlan;
  target: TicketPlan;
  /** People who had no part in the target before. */
  followersAdded: string[];
}

/** Refuses merges that no confirmation can allow. */
export function assertMergeable(source: MergeParty, target: MergeParty): void {
  if (source.id === target.id) throw refused("A ticket cannot be merged into itself.");
  if (source.state.status === "closed") {
    throw refused(`#${source.number} is closed. What is closed stays as it is.`);
  }
  if (target.state.status === "closed") {
    throw refused(`#${target.number} is closed. Choose a ticket that is still open.`);
  }
  if (source.state.companyId !== target.state.companyId) {
    throw refused("The two tickets belong to different companies.");
  }
  if (source.state.requesterId === target.state.requesterId) return;
  if (source.state.companyId === null) {
    throw refused("The tickets belong to no company, and two people asked. They can be linked.");
  }
  if (!source.requesterBelongs || !target.requesterBelongs) {
    throw refused("One of the requesters does not belong to the company. They can be linked.");
  }
}

/** Asks again unless everyone who gains access was named before. */
export function assertNamed(
  source: MergeParty,
  target: MergeParty,
  agreedIds: readonly string[],
): void {
  const asks = whoSeesWhat(source, target);
  if (asks === null || idsOf(source, target).every((id) => agreedIds.includes(id))) return;
  const message = agreedIds.length > 0 ? `Look again before you merge: ${asks}` : asks;
  throw new AppError("merge_asks", { message });
}

/** Who will gain access to what; undefined if both have one requester. */
function whoSeesWhat(source: MergeParty, target: MergeParty): string | null {
  if (source.state.requesterId === target.state.requesterId) return null;
  const [one, other] = [source.requesterName, target.requesterName];
  return `${other} will see ${possessive(one)} conversation, and ${one} will see ${possessive(other)}.`;
}

/** Checks each ticket, and all allowed ones together. `unanswered`: the sources with an unanswered message. */
export function previewMerge(
  sources: readonly MergeParty[],
  target: MergeParty,
  unanswered: ReadonlySet<string> = new Set(),
): MergePreview {
  const refusals: MergePreview["refusals"] = [];
  const others = new Map<string, MergeParty>();
  for (const source of sources) {
    try {
      assertMergeable(source, target);
      if (whoSeesWhat(source, target)) others.set(source.state.requesterId, source);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      refusals.push({ id: source.id, message: error.message });
    }
  }
  const opens = whyItOpens(
    target,
    sources.filter(
      ({ id }) => unanswered.has(id) && !refusals.some((refusal) => refusal.id === id),
    ),
  );
  const [one, ...more] = others.values();
  if (!one) return { asks: null, namedIds: [], opens, refusals };
  const namedIds = idsOf(target, one, ...more);
  if (more.length === 0) {
    return { asks: whoSeesWhat(one, target), namedIds, opens, refusals };
  }
  const names = [target, one, ...more].map(({ requesterName }) => requesterName);
  const last = names.pop();
  const asks = `${names.join(", ")} and ${last} will see each other’s conversations.`;
  return { asks, namedIds, opens, refusals };
}

function whyItOpens(target: MergeParty, waiting: readonly MergeParty[]): string | null {
  const [first] = waiting;
  if (!first || !opensForMessages(target.state.status)) return null;
  const { number, state } = target;
  return `#${number} is ${statusNames[state.status]}. It will open, because the customer is waiting for a reply in #${first.number}.`;
}

/** In these statuses a customer's message opens a ticket, and so does a merge that brings one. */
function opensForMessages(status: TicketStatus): boolean {
  return status !== "open" && canMove(status, "open", "customer-message");
}

function idsOf(...parties: MergeParty[]): string[] {
  return parties.map(({ state }) => state.requesterId);
}

function possessive(name: string): string {
  return `${name}’s`;
}

/** Whether a public message moves; customers do not see notes. */
interface Moved {
  publicly: boolean;
}

export function planMerge(
  source: MergeSide,
  target: MergeSide,
  {
    mayFollow,
    publicly,
    heardSince = null,
  }: { mayFollow: (userId: string) => boolean; heardSince?: Instant | null } & Moved,
  now: Instant,
): MergePlan {
  const at = afterBoth(source.state, target.state, now);
  const closing = beginTransition(source.state, at);
  move(closing, "closed", "merge");
  closing.after.snoozedUntil = null;
  closing.changes.push({ kind: "merged", into: target.id });

  const taking = beginTransition(target.state, at);
  const { after } = taking;
  const coming = [source.state.requesterId, ...source.state.followers];
  const present = new Set([after.requesterId, ...after.followers]);
  const room = composerLimits.followers - after.followers.length;
  // The requester comes first, and always becomes a follower.
  const followersAdded = coming
    .filter((id) => !present.has(id) && mayFollow(id))
    .filter((id, place) => place < room || id === source.state.requesterId);
  after.followers = [...after.followers, ...followersAdded].sort();
  taking.changes.push({ kind: "merged-from", source: source.id });
  if (heardSince !== null && opensForMessages(after.status)) {
    applyCustomerMessage(taking, heardSince);
  }
  // Keeps the longest wait for us.
  const { waitingFor, waitingSince } = source.state;
  if (waitingFor === "us" && waitingSince !== null && after.status !== "resolved") {
    waitFor(after, "us", waitingSince);
    if (after.waitingSince !== null && waitingSince < after.waitingSince) {
      after.waitingSince = waitingSince;
    }
  }
  if (followersAdded.length > 0) {
    taking.changes.push({ kind: "followers", added: followersAdded, removed: [] });
  }
  return {
    source: finishTransition(closing),
    target: finishTransition(taking, { publicly }),
    followersAdded,
  };
}

export interface MergeRecord {
  sourceBefore: TicketState;
  waitingBefore: Waiting;
  waitingAfter: Waiting;
  followersAdded: readonly string[];
}

/** Columns that a merge changes in the source, and those that depend on them. */
const restored = [
  "status",
  "closedAt",
  "waitingFor",
  "waitingSince",
  "snoozedUntil",
  "firstResolvedAt",
  "lastResolvedAt",
  "reopenCount",
] as const satisfies (keyof TicketState)[];

/** What happened to both tickets while they were merged. */
interface Meanwhile extends Moved {
  /** People who lost access to the source. */
  lost?: readonly string[];
  /** The messages since, in each of them now. */
  inSource?: Said | undefined;
  inTarget?: Said | undefined;
  /** What the merge changed in the target, its first event there, and all changes since. */
  target?: Pick<ActToUndo, "changes" | "since"> & { eventId: string | null };
}

/** Undoes a merge: restores the source, and removes the followers the merge added. */
export function planUnmerge(
  source: { id: string; state: TicketState },
  target: { id: string; state: TicketState },
  record: MergeRecord,
  now: Instant,
  {
    publicly,
    lost = [],
    inSource = nothingSaid,
    inTarget = nothingSaid,
    target: done = { eventId: null, changes: [], since: [] },
  }: Meanwhile,
): { source: TicketPlan; target: TicketPlan } {
  const at = afterBoth(source.state, target.state, now);
  const coming = beginTransition(source.state, at);
  const { sourceBefore } = record;
  for (const column of restored) Object.assign(coming.after, { [column]: sourceBefore[column] });
  coming.changes.push({ kind: "unmerged", other: target.id });
  coming.changes.push({ kind: "status", from: source.state.status, to: sourceBefore.status });
  // A ticket with a reply is not New.
  if (inSource.answeredAt !== null && coming.after.status === "new") move(coming, "open", "reply");
  updateWaiting(coming.after, inSource);
  if (inSource.heardSince !== null) applyCustomerMessage(coming, inSource.heardSince);
  removePeople(coming, lost);

  const leaving = beginTransition(target.state, at);
  const { after } = leaving;
  const removed = record.followersAdded.filter((id) => after.followers.includes(id));
  after.followers = after.followers.filter((id) => !removed.includes(id));
  leaving.changes.push({ kind: "unmerged", other: source.id });
  const opened = done.changes.find((change) => change.kind === "status");
  const staysOpen =
    opened !== undefined && (isNeededSince(done.since) || inTarget.heardSince !== null);
  if (opened && !staysOpen) takeBackOpening(leaving, opened, done);
  const isUnchanged = isWaitingAs(after, record.waitingAfter) || isAnsweredBy(after, inSource);
  if (isUnchanged && !staysOpen) {
    Object.assign(after, record.waitingBefore);
    updateWaiting(after, inTarget);
  }
  if (opened && !staysOpen && noOneWaits(after.status)) stopWaiting(after);
  if (removed.length > 0) leaving.changes.push({ kind: "followers", added: [], removed });
  return { source: finishTransition(coming), target: finishTransition(leaving, { publicly }) };
}

/** Whether someone else set the status since, or another merge brought messages that are still there. */
function isNeededSince(since: readonly TicketChange[]): boolean {
  const gone = since.flatMap((change) => (change.kind === "unmerged" ? [change.other] : []));
  return since.some(
    (change) =>
      kindsIn(change).includes("status") ||
      (change.kind === "merged-from" && !gone.includes(change.source)),
  );
}

/** The merge opened the ticket: it gets its earlier status and snooze back. */
function takeBackOpening(
  leaving: TicketTransition,
  { from, to }: Extract<TicketChange, { kind: "status" }>,
  { eventId, changes }: NonNullable<Meanwhile["target"]>,
): void {
  const { after } = leaving;
  after.status = from;
  if (from === "resolved") after.reopenCount -= 1;
  const back = [{ kind: "status" as const, from: to, to: from }];
  leaving.changes.push({
    kind: "undone",
    undoes: eventId ?? "",
    kinds: ["status"],
    kept: [],
    back,
  });
  const woken = changes.find((change) => change.kind === "snoozed");
  if (woken && after.snoozedUntil === null) snooze(leaving, woken.from ?? null);
}

/** Whether it waits for the customer only because of a reply that leaves, and not by its status. */
function isAnsweredBy(target: TicketState, { answeredAt }: Said): boolean {
  if (answeredAt === null || target.status === "pending") return false;
  return isWaitingAs(target, { waitingFor: "customer", waitingSince: answeredAt });
}

/** Both tickets continue from the later of their times. */
function afterBoth(one: TicketState, other: TicketState, now: Instant): Instant {
  return momentAfter(one.updatedAt, momentAfter(other.updatedAt, now));
}

function refused(message: string): AppError {
  return new AppError("not_mergeable", { message });
}
