import { type QueryResult, sql } from "kysely";
import { can } from "../../shared/access.ts";
import { AppError } from "../../shared/errors.ts";
import type { ActAnswer, ChangeAnswer } from "../../shared/tickets/page.ts";
import type { TicketPlan } from "../../shared/tickets/state.ts";
import type { Waiting } from "../../shared/tickets/turns.ts";
import { type UndoRecord, undoRecordOf } from "../../shared/tickets/undo.ts";
import { withoutAssignee } from "../../shared/tickets/update.ts";
import { isOpenStatus } from "../../shared/tickets/vocabulary.ts";
import { undoMs } from "../../shared/undo-time.ts";
import type { ActorDeps } from "../access/actor.ts";
import { sendTogether } from "../db/connection/dialect.ts";
import type { Tx } from "../db/database.ts";
import { dropDraft } from "../drafts/stored-draft.ts";
import { eventsOf } from "../events/ticket-events.ts";
import { newsOf, type TicketNews } from "../notifications/news.ts";
import { type Act, type DoneAct, once } from "../once.ts";
import {
  areAllShown,
  changesRead,
  presentChanges,
  type ReadForChanges,
  type WrittenChanges,
} from "./changes.ts";
import {
  presentRead,
  type ReadDetails,
  readTicketDetails,
  type StoredDetails,
  ticketRead,
} from "./details.ts";
import {
  type LockedTicket,
  lockedTicket,
  lockParticipants,
  lockPeople,
  lockTicket,
  peopleLock,
  ticketLock,
} from "./lock.ts";
import { insertMessage, type NewMessage, webhookMessageOf } from "./messages.ts";
import { canBeAssigned, readParticipants } from "./participants.ts";
import { lockCompanyOf } from "./places.ts";
import { ticketSave } from "./write.ts";

/** What an action recorded, by ids: never its words. */
export interface ActionResult {
  ticketId: string;
  messageId?: string;
  /** What Undo restores. */
  undo?: UndoRecord | null;
  /** What a person who lost access gets back together with their rights. */
  leaving?: UndoRecord | null;
  /** The audit entry of the change of rights that removed them. */
  changeId?: string;
  /** Since when a ticket had been spam that was unmarked. */
  spamAt?: string;
  /** Of a split: the original ticket, the moved messages, and who was waiting there. */
  split?: { originId: string; messageIds: string[]; before?: Waiting; after?: Waiting };
}

/** What an action is going to do, once nothing speaks against it. */
export interface PlannedAction {
  plan: TicketPlan;
  message?: NewMessage;
  /** It restores earlier values: no one is notified of them again. */
  isQuiet?: boolean;
  /** Further notifications. */
  news?: readonly TicketNews[] | ((messageId: string) => TicketNews[]);
}

export interface TicketAction extends Act {
  ticketId: string;
  /** The ticket it was written to, if that one was merged into this one. */
  homeId?: string;
  /** The draft that was sent, which is deleted with it. */
  draft?: { kind: "reply" | "note"; revision: number };
  /** People who are given a part in the ticket. All actions lock people before tickets. */
  people?: readonly string[];
  /** Whether people who have a part in the ticket may lose it. */
  concernsAll?: boolean;
  /** Answers with what changed, where that is all that differs on the page. */
  answersChanges?: boolean;
  /** Runs instead if the ticket is closed. */
  whenClosed?: (
    tx: Tx,
    closed: LockedTicket,
    deps: ActorDeps,
    actId: string,
  ) => Promise<ActionResult>;
}

/** Plans the action or refuses it. `deps` holds the actor with their current rights. */
export type Decide = (
  tx: Tx,
  ticket: LockedTicket,
  deps: ActorDeps,
) => PlannedAction | Promise<PlannedAction>;

/**
 * The one way to act on a ticket: one transaction, the ticket locked under the actor's scope, `decide`
 * plans or refuses, then everything is written.
 */
export async function ticketTransaction(
  deps: ActorDeps,
  action: TicketAction,
  decide: Decide,
): Promise<DoneAction> {
  try {
    return await runAction(deps, action, decide);
  } catch (error) {
    if (!(error instanceof FoundClosed)) throw error;
    return await runAction(deps, action, decide, (tx) => lockCompanyOf(tx, action.ticketId));
  }
}

/** Starts over: a follow-up is opened in the ticket's company, which has to be locked before any ticket. */
class FoundClosed extends Error {}

export interface DoneAction extends DoneAct<ActionResult> {
  /** Absent if it was done before, or on another ticket. */
  left?: LeftTicket;
}

/** The ticket as the action left it: all of it, or what changed. */
type LeftTicket =
  | { details: ReadDetails; changes?: undefined }
  | { changes: WrittenChanges; details?: undefined };

async function runAction(
  deps: ActorDeps,
  action: TicketAction,
  decide: Decide,
  lockCompany?: (tx: Tx) => Promise<void>,
): Promise<DoneAction> {
  const { people = [], concernsAll = false, ticketId, draft, whenClosed } = action;
  // Participants are read before they are locked, and a company is locked before its tickets.
  const locksInTurn = concernsAll || lockCompany !== undefined;
  let last: { actId: string; left: LeftTicket } | undefined;
  const run = async (
    tx: Tx,
    actId: string,
    deps: ActorDeps,
    locked: readonly QueryResult<unknown>[],
  ): Promise<ActionResult> => {
    last = undefined;
    if (concernsAll) await lockParticipants(tx, [ticketId], people);
    else if (locksInTurn) await lockPeople(tx, people);
    await lockCompany?.(tx);
    const ticket = locksInTurn
      ? await lockTicket(tx, deps.actor, ticketId)
      : await lockedTicket(tx, deps.actor, ticketId, locked.at(-1));
    if (deps.ifVersion !== undefined && deps.ifVersion !== ticket.state.version) {
      throw new AppError("version_changed");
    }
    if (draft) await dropDraft(tx, deps.actor.id, { ticketId, ...draft });
    if (whenClosed && ticket.state.status === "closed") {
      if (!lockCompany) throw new FoundClosed();
      return await whenClosed(tx, ticket, deps, actId);
    }
    const planned = await decide(tx, ticket, deps);
    const written = await writeAction(tx, deps, actId, { ticket, action }, planned);
    last = { actId, left: written.left };
    return written.made;
  };
  const locks = (tx: Tx, { actor }: ActorDeps) =>
    locksInTurn ? [] : [...peopleLock(tx, people), ticketLock(tx, actor, ticketId)];
  const done = await once(deps, action, run, undefined, locks);
  // An action that was done before has its own id.
  return last?.actId === done.actId ? { ...done, left: last.left } : done;
}

/** The writes and the answer's read are sent together. */
async function writeAction(
  tx: Tx,
  deps: ActorDeps,
  actId: string,
  { ticket, action }: { ticket: LockedTicket; action: TicketAction },
  { plan: planned, message, isQuiet, news = [] }: PlannedAction,
): Promise<{ made: ActionResult; left: LeftTicket }> {
  const { actor, now } = deps;
  const ticketId = ticket.id;
  const plan = await unassignIfAccessLost(tx, planned);
  const made: ActionResult = { ticketId, undo: undoRecordOf(plan) };
  const { requestId, homeId = ticketId } = action;
  const where = { ticketId, homeId, actId, requestId, actor, at: plan.at };
  const written = message && (await insertMessage(tx, where, message));
  if (written) made.messageId = written.id;
  const events = eventsOf(plan);
  const save = ticketSave(tx, ticket, {
    actId,
    actorId: actor.id,
    plan,
    events,
    made: { ...made },
    message: message && written && webhookMessageOf(message, written.id, actor),
  });
  const assigned = isQuiet ? [] : assignmentNews(ticketId, plan);
  const further = typeof news === "function" ? (written ? news(written.id) : []) : news;
  const answersChanges = action.answersChanges && areAllShown(plan, actor);
  const results = await sendTogether(tx, [
    save,
    ...newsOf(tx, actor, [...assigned, ...further], now),
    answersChanges ? changesRead(tx, actor, ticketId, plan) : ticketRead(tx, deps, ticketId),
  ]);
  const [row] = results.at(-1)?.rows ?? [];
  if (!answersChanges) {
    return { made, left: { details: { actor, row: row as StoredDetails | undefined } } };
  }
  const canBeUndone = Boolean(made.undo);
  const read = row as ReadForChanges;
  return { made, left: { changes: { ticket, actor, actId, plan, events, canBeUndone, read } } };
}

/**
 * A change of rights skips resolved and closed tickets. One that opens again is unassigned if its assignee
 * has lost access. They can be locked after the ticket: such a change never waits for a ticket that is not open.
 */
export async function unassignIfAccessLost(tx: Tx, plan: TicketPlan): Promise<TicketPlan> {
  const { before, after } = plan;
  const reopens = !isOpenStatus(before.status) && isOpenStatus(after.status);
  // An assignee that this very action sets has been checked.
  if (!reopens || !after.assigneeId || after.assigneeId !== before.assigneeId) return plan;
  await lockPeople(tx, [after.assigneeId]);
  const people = await readParticipants(tx, [after.assigneeId], after.companyId);
  return canBeAssigned(people.get(after.assigneeId)) ? plan : withoutAssignee(plan);
}

type AssignmentNews = Extract<TicketNews, { kind: "assigned" | "team" }>;

/** Notifies the new assignee, or the new team of an open ticket that no one is assigned to. */
export function assignmentNews(ticketId: string, { before, after }: TicketPlan): AssignmentNews[] {
  const { assigneeId, teamId, status } = after;
  if (assigneeId !== null) {
    return assigneeId === before.assigneeId ? [] : [{ kind: "assigned", ticketId, assigneeId }];
  }
  if (teamId === null || teamId === before.teamId || !isOpenStatus(status)) return [];
  return [{ kind: "team", ticketId }];
}

/** The answer is built again each time, under the actor's current rights. */
export async function answerAction(deps: ActorDeps, done: DoneAction): Promise<ActAnswer> {
  const { left, made } = done;
  return {
    ...acted(deps, done),
    ticket: await (left?.details
      ? presentRead(deps, left.details)
      : readTicketDetails(deps, made.ticketId)),
  };
}

/** What the action changed, or the whole ticket. */
export async function answerChange(deps: ActorDeps, done: DoneAction): Promise<ChangeAnswer> {
  const changes = done.left?.changes;
  if (!changes) return await answerAction(deps, done);
  return { ...acted(deps, done), changes: presentChanges(deps, changes) };
}

function acted({ actor }: ActorDeps, { actId, at, made }: DoneAction) {
  const canUndo = made.undo && can(actor, "ticket.undo");
  return { actId, undoUntil: canUndo ? new Date(at.getTime() + undoMs).toISOString() : null };
}

/**
 * The answer to an action whose answer was lost, or null if it was never done. A request id is known for a
 * day, that of a message as long as the message exists.
 */
export async function findDone(
  deps: ActorDeps,
  requestId: string,
): Promise<(ActAnswer & { messageId: string }) | null> {
  const { rows } = await sql<{ id: string; made: Partial<ActionResult>; at: Date }>`
    select id, made, created_at as at from acts
    where actor_id = ${deps.actor.id}::uuid and request_id = ${requestId}::uuid
    union all
    select coalesce(act_id, id), jsonb_build_object('ticketId', ticket_id, 'messageId', id), created_at
    from messages where author_id = ${deps.actor.id}::uuid and request_id = ${requestId}::uuid
    limit 1`.execute(deps.db);
  const [act] = rows;
  if (act?.made.ticketId === undefined) return null;
  const done = { actId: act.id, at: act.at, made: { ...act.made, ticketId: act.made.ticketId } };
  return { ...(await answerAction(deps, done)), messageId: act.made.messageId ?? "" };
}
