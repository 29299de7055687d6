import { sql } from "kysely";
import { AppError } from "../../shared/errors.ts";
import type { ActAnswer, ChangeAnswer } from "../../shared/tickets/page.ts";
import {
  type ChangeKind,
  type Instant,
  instantOf,
  type TicketChange,
  type TicketPlan,
  type TicketState,
} from "../../shared/tickets/state.ts";
import { type ActToUndo, kindsIn, planUndo, type UndoRecord } from "../../shared/tickets/undo.ts";
import { undoMs } from "../../shared/undo-time.ts";
import type { Actor, ActorDeps } from "../access/actor.ts";
import type { Tx } from "../db/database.ts";
import { isoTime } from "../db/iso-time.ts";
import { changeOf } from "../events/ticket-events.ts";
import { withdrawNews } from "../notifications/news.ts";
import { type LockedTicket, lockPeople, peopleReturning } from "./lock.ts";
import { readSaid } from "./messages.ts";
import { canBeAssigned, canFollow, canRequest, readParticipants } from "./participants.ts";
import { lockTeamIfExists, seesTicketsOf } from "./places.ts";
import { unsplitTicket } from "./split.ts";
import {
  type ActionResult,
  answerAction,
  answerChange,
  type DoneAction,
  ticketTransaction,
  unassignIfAccessLost,
} from "./transaction.ts";
import { restoreSpan } from "./write.ts";

interface UndoInput {
  requestId: string;
  actId: string;
}

/** Undoes an action of the actor: fields no one changed since get their earlier values. Answers with the whole ticket. */
export async function undoAct(
  deps: ActorDeps,
  input: UndoInput,
  /** Refuses an action on any other ticket. */
  only?: { ticketId: string },
): Promise<ActAnswer> {
  const { made, people } = await findOwnAct(deps, input.actId);
  if (only && made.ticketId !== only.ticketId) throw new AppError("not_found");
  const { split } = made;
  if (split) return await unsplitTicket(deps, input, { ...made, split });
  return await answerAction(deps, await runUndo(deps, input, { made, people }));
}

/** The same for the ticket's page, which knows the rest of the ticket. */
export async function undoChange(deps: ActorDeps, input: UndoInput): Promise<ChangeAnswer> {
  const { made, people } = await findOwnAct(deps, input.actId);
  const { split } = made;
  if (split) return await unsplitTicket(deps, input, { ...made, split });
  const answer = { answersChanges: true } as const;
  return await answerChange(deps, await runUndo(deps, input, { made, people }, answer));
}

async function runUndo(
  deps: ActorDeps,
  input: UndoInput,
  { made: { ticketId }, people }: OwnAct,
  answer: { answersChanges?: true } = {},
): Promise<DoneAction> {
  const { requestId } = input;
  return await ticketTransaction(
    deps,
    { kind: "undo", requestId, input, ticketId, people, ...answer },
    async (tx, ticket, deps) => ({
      plan: await planUndoUnderLock(tx, deps, ticket, input.actId),
      isQuiet: true,
    }),
  );
}

interface OwnAct {
  made: ActionResult;
  people: string[];
}

/** Finds the action, with the people who would get their part back. */
async function findOwnAct({ db, actor }: ActorDeps, actId: string): Promise<OwnAct> {
  const act = await db
    .selectFrom("acts")
    .select(["made", peopleReturning.as("people")])
    .where("id", "=", actId)
    .where("actor_id", "=", actor.id)
    .where(sql<boolean>`made ? 'ticketId'`)
    .executeTakeFirst();
  if (!act) throw new AppError("not_found");
  return { made: act.made as ActionResult, people: act.people };
}

/**
 * Called under the ticket's lock. Plans the restored ticket, restores the status spans, withdraws
 * notifications, and marks the action as undone, which spends its request id. Actions before
 * `earliest` are too old.
 */
export async function planUndoUnderLock(
  tx: Tx,
  deps: Pick<ActorDeps, "actor" | "now">,
  ticket: LockedTicket,
  actId: string,
  earliest = new Date(deps.now.getTime() - undoMs),
): Promise<TicketPlan> {
  const act = await tx
    .updateTable("acts")
    .set({ undone_at: deps.now })
    .where("id", "=", actId)
    .where("actor_id", "=", deps.actor.id)
    .where("undone_at", "is", null)
    .where("created_at", ">=", earliest)
    .returning(["made", "created_at"])
    .executeTakeFirst();
  const { undo: record } = (act?.made ?? {}) as Partial<ActionResult>;
  if (!act || !record) throw new AppError("undo_too_late");

  const events = await readActionEvents(tx, [{ ticketId: ticket.id, actId }]);
  const { eventId = null, at = null, changes = [], since = [] } = events.get(actId) ?? {};
  if (eventId === null) throw new AppError("undo_too_late");
  const answeredAt = at && (await answeredSince(tx, ticket, record, at));
  const done = { eventId, at, answeredAt, changes, record, since };
  const lawful = await planAllowedUndo(tx, deps.actor, ticket.state, done, instantOf(deps.now));
  const plan = await unassignIfAccessLost(tx, lawful);
  if (plan.after.status !== plan.before.status) await restoreSpan(tx, ticket.id, plan.after.status);
  const told = { ticketId: ticket.id, actorId: deps.actor.id, at: act.created_at };
  await withdrawNews(tx, told, plan.changes.flatMap(kindsIn));
  return plan;
}

/**
 * When a reply was released while the action kept the ticket from waiting, unless the customer
 * wrote after it was sent.
 */
async function answeredSince(
  tx: Tx,
  { id, state }: LockedTicket,
  { before, after }: UndoRecord,
  at: Instant,
): Promise<Instant | null> {
  const rested = before.waitingFor === "us" && after.waitingFor === null;
  const { lastStaffReplyAt: sentAt, lastCustomerMessageAt: heardAt } = state;
  if (!rested || sentAt === null || sentAt <= at) return null;
  const since = sql`m.ticket_id = ${id} and m.released_at > ${at}::text::timestamptz
    and m.created_at > coalesce(${heardAt}::text::timestamptz, '-infinity')`;
  return (await readSaid(tx, sql`m.ticket_id`, since)).get(id)?.answeredAt ?? null;
}

type Act = Omit<ActToUndo, "barred" | "outside" | "noMore">;

/** Plans the Undo without values that are no longer available. */
async function planAllowedUndo(
  tx: Tx,
  actor: Actor,
  ticket: TicketState,
  act: Act,
  now: string,
): Promise<TicketPlan> {
  const gone = await unavailableChanges(tx, actor, act);
  const noMore = await deletedTags(tx, act);
  const whole = { ...act, noMore };
  const plan = planUndo(ticket, { ...whole, ...(await barred(tx, ticket, act, gone)) }, now);
  if (plan.after.companyId === ticket.companyId) return plan;
  if (await isValidForPeople(tx, ticket, plan.after, act)) return plan;
  const stays = await barred(tx, ticket, act, [...gone, "company"]);
  return planUndo(ticket, { ...whole, ...stays }, now);
}

/** Removed tags that were deleted or renamed since stay removed. */
async function deletedTags(tx: Tx, { changes }: Act): Promise<string[]> {
  const names = changes.flatMap((change) => (change.kind === "tags" ? change.removed : []));
  if (names.length === 0) return [];
  const there = await tx.selectFrom("tags").select("name").where("name", "in", names).execute();
  const known = new Set(there.map(({ name }) => name));
  return names.filter((name) => !known.has(name));
}

/**
 * A company that was merged or left the actor's scope, and a team that was deleted, are not
 * restored.
 */
async function unavailableChanges(tx: Tx, actor: Actor, { record }: Act): Promise<ChangeKind[]> {
  const { companyId, teamId } = record.before;
  const gone: ChangeKind[] = [];
  if (companyId !== undefined) {
    if (!seesTicketsOf(actor, companyId) || (await isMerged(tx, companyId))) gone.push("company");
  }
  if (teamId && !(await lockTeamIfExists(tx, teamId))) gone.push("team");
  return gone;
}

/** Waits for a merge that is under way. */
async function isMerged(tx: Tx, companyId: string | null): Promise<boolean> {
  if (companyId === null) return false;
  const company = await tx
    .selectFrom("companies")
    .select("state")
    .where("id", "=", companyId)
    .forShare()
    .executeTakeFirst();
  return company?.state === "merged";
}

/**
 * People who lost access to the ticket, in the company it returns to, do not get their part back.
 */
async function barred(
  tx: Tx,
  ticket: TicketState,
  { changes, record, since }: Act,
  gone: readonly ChangeKind[],
): Promise<Required<Pick<ActToUndo, "barred" | "outside">>> {
  const { companyId, assigneeId, requesterId } = record.before;
  const stays = gone.includes("company") || touchedSince(since).has("company");
  const company = companyId === undefined || stays ? ticket.companyId : companyId;
  const left = changes.flatMap((change) => (change.kind === "followers" ? change.removed : []));
  const named = [assigneeId, requesterId, ...left].filter((id) => typeof id === "string");
  const people = await readParticipants(tx, [...new Set(named)], company);
  const barred = [...gone];
  if (assigneeId && assigneeId !== ticket.assigneeId && !canBeAssigned(people.get(assigneeId))) {
    barred.push("assigned");
  }
  if (requesterId && !canRequest(people.get(requesterId), company)) barred.push("requester");
  return { barred, outside: left.filter((id) => !canFollow(people.get(id))) };
}

/**
 * Whether all participants have access in that company. A requester who asked there before can do
 * so again.
 */
async function isValidForPeople(
  tx: Tx,
  ticket: TicketState,
  { companyId, requesterId, assigneeId, followers }: TicketState,
  { record, since }: Act,
): Promise<boolean> {
  const all = [requesterId, ...followers, ...(assigneeId === null ? [] : [assigneeId])];
  // People may have been added after its people were locked.
  await lockPeople(tx, all);
  const people = await readParticipants(tx, all, companyId);
  const untouched = touchedSince(since).has("requester") ? null : ticket.requesterId;
  const asked = record.before.requesterId ?? untouched;
  return (
    (requesterId === asked || canRequest(people.get(requesterId), companyId)) &&
    (assigneeId === null || canBeAssigned(people.get(assigneeId))) &&
    followers.every((id) => canFollow(people.get(id)))
  );
}

function touchedSince(since: ActToUndo["since"]): ReadonlySet<ChangeKind> {
  return new Set(since.flatMap(kindsIn));
}

/** The events of an action, and the changes of the ticket after it. */
export interface ActionEvents {
  /** Id and time of the first event; null if there is none. */
  eventId: string | null;
  at: Instant | null;
  changes: TicketChange[];
  since: TicketChange[];
}

/** By action id: each action is on one ticket. */
export async function readActionEvents(
  tx: Tx,
  acts: readonly { ticketId: string; actId: string }[],
): Promise<Map<string, ActionEvents>> {
  const { rows } = await sql<Event>`
    select act.id as "ofAct", event.id, event.act_id as "actId", event.kind, event.data,
      ${isoTime(sql`event.created_at`)} as at, event.version > act.version as "isLater"
    from (
      select act.id, act.ticket_id, (
        select min(version) from ticket_events own
        where own.ticket_id = act.ticket_id and own.act_id = act.id) as version
      from unnest(${acts.map(({ actId }) => actId)}::uuid[],
        ${acts.map(({ ticketId }) => ticketId)}::uuid[]) as act(id, ticket_id)
    ) act
      join ticket_events event
        on event.ticket_id = act.ticket_id and event.version >= act.version
    order by event.version, event.id`.execute(tx);
  const byAct = Map.groupBy(rows, ({ ofAct }) => ofAct);
  return new Map(acts.map(({ actId }) => [actId, eventsSince(byAct.get(actId) ?? [])]));
}

interface Event {
  ofAct: string;
  id: string;
  actId: string;
  kind: string;
  data: unknown;
  at: Instant;
  isLater: boolean;
}

function eventsSince(events: readonly Event[]): ActionEvents {
  const own = events.filter(({ actId, ofAct }) => actId === ofAct);
  return {
    eventId: own[0]?.id ?? null,
    at: own[0]?.at ?? null,
    changes: own.map(changeOf),
    since: events.filter(({ isLater }) => isLater).map(changeOf),
  };
}
