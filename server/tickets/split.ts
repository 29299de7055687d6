import { sql } from "kysely";
import { AppError, refuseInput } from "../../shared/errors.ts";
import { planOpening } from "../../shared/tickets/create.ts";
import type { ActAnswer } from "../../shared/tickets/page.ts";
import { instantOf } from "../../shared/tickets/state.ts";
import { beginTransition, finishTransition, move } from "../../shared/tickets/transition.ts";
import {
  isWaitingAs,
  nothingSaid,
  type Said,
  waitForRest,
  waitingOf,
} from "../../shared/tickets/turns.ts";
import { undoMs } from "../../shared/undo-time.ts";
import type { ActorDeps } from "../access/actor.ts";
import { carryMentions } from "../access/read-marks.ts";
import { isStaffMessage } from "../access/scope.ts";
import type { Tx } from "../db/database.ts";
import { moveDrafts } from "../drafts/move-drafts.ts";
import { spreadNews, withdrawNews } from "../notifications/news.ts";
import { once } from "../once.ts";
import { type LockedTicket, lockBothTickets, lockTicket } from "./lock.ts";
import { redirectTicket } from "./merge-moves.ts";
import { readSaid, recount } from "./messages.ts";
import { canRequest, readParticipants } from "./participants.ts";
import { assertCompanyTakesTickets, lockCompanyOf } from "./places.ts";
import { type ActionResult, answerAction, assignmentNews } from "./transaction.ts";
import { insertTicket, saveTicket } from "./write.ts";

interface SplitInput {
  requestId: string;
  id: string;
  messageIds: readonly string[];
  subject: string;
}

/** Moves messages to a new ticket. Their home does not change. */
export async function splitTicket(deps: ActorDeps, input: SplitInput): Promise<ActAnswer> {
  const { requestId } = input;
  const done = await once(deps, { kind: "split", requestId, input }, (tx, actId, deps) =>
    split(tx, deps, actId, input),
  );
  return await answerAction(deps, done);
}

async function split(
  tx: Tx,
  { actor, now }: ActorDeps,
  actId: string,
  { id, messageIds, subject }: SplitInput,
): Promise<ActionResult> {
  await lockCompanyOf(tx, id);
  const origin = await lockTicket(tx, actor, id);
  if (origin.state.status === "closed") throw new AppError("ticket_closed");
  if (origin.state.companyId !== null) await assertCompanyTakesTickets(tx, origin.state.companyId);
  const moving = await findMessages(tx, origin.id, messageIds);
  const requesterId = await requesterOf(tx, origin, moving.firstCustomer);
  const said = await saidIn(tx, origin.id, messageIds);
  const leaving = beginTransition(origin.state, instantOf(now));
  const { companyId, teamId, priority, type } = origin.state;
  const plan = planOpening(
    {
      companyId,
      requesterId,
      subject,
      actorId: actor.id,
      fields: { teamId, priority, type },
      by: moving.firstCustomer ? "customer" : "staff-note",
    },
    leaving.at,
  );
  if (said.gone.heardSince !== null) plan.after.waitingSince = said.gone.heardSince;
  plan.changes = [
    ...plan.changes,
    { kind: "split-from", origin: origin.id, messages: messageIds.length },
  ];
  const ticketId = Bun.randomUUIDv7();
  leaving.changes.push({ kind: "split", into: ticketId, messages: messageIds.length });
  waitForRest(leaving.after, said.gone, said.left);
  const made: ActionResult = {
    ticketId,
    undo: { before: {}, after: {} },
    split: {
      originId: origin.id,
      messageIds: [...messageIds],
      before: waitingOf(leaving.before),
      after: waitingOf(leaving.after),
    },
  };
  const act = { actId, actorId: actor.id };
  await insertTicket(
    tx,
    { id: ticketId, channel: "web", openedByStaff: moving.firstCustomer === null },
    { ...act, plan, made: { ...made } },
  );
  await sql`
    with moved as (
      update messages set ticket_id = ${ticketId} where id = any(${[...messageIds]}::uuid[])
      returning id
    )
    ${carryMentions("moved", origin.id, ticketId)}`.execute(tx);
  // The new ticket is unassigned, so its team is notified as of any other.
  await spreadNews(tx, actor, assignmentNews(ticketId, plan), now);
  const { publicly } = moving;
  await saveTicket(tx, origin, { ...act, plan: finishTransition(leaving, { publicly }) });
  await recount(tx, ticketId);
  await recount(tx, origin.id);
  return made;
}

interface Moving {
  firstCustomer: string | null;
  /** Customers notice moved public messages; notes are hidden from them. */
  publicly: boolean;
}

async function findMessages(
  tx: Tx,
  ticketId: string,
  messageIds: readonly string[],
): Promise<Moving> {
  const { rows } = await sql<FoundMessage>`
    select m.id, m.kind, m.author_id as "authorId",
      m.kind = 'public' and not ${isStaffMessage} as "isCustomer",
      (select count(*)::int from messages other
        where other.ticket_id = ${ticketId} and not other.id = any(${[...messageIds]}::uuid[])
      ) as left
    from messages m
    where m.ticket_id = ${ticketId} and m.id = any(${[...messageIds]}::uuid[])
      and (m.kind = 'note' or m.released_at is not null)
    order by coalesce(m.released_at, m.created_at), m.id`.execute(tx);
  if (rows.length !== new Set(messageIds).size) {
    throw refused("One of the messages is not in this ticket, or is still being sent.");
  }
  if (rows[0]?.left === 0) throw refused("Leave at least one message where it is.");
  return {
    firstCustomer: rows.find(({ isCustomer }) => isCustomer)?.authorId ?? null,
    publicly: rows.some(({ kind }) => kind === "public"),
  };
}

interface FoundMessage {
  id: string;
  kind: "public" | "note";
  authorId: string;
  isCustomer: boolean;
  left: number;
}

/**
 * What the moved and the remaining messages say about who is waiting. A reply answers all earlier
 * messages of the ticket.
 */
async function saidIn(
  tx: Tx,
  ticketId: string,
  messageIds: readonly string[],
): Promise<{ gone: Said; left: Said }> {
  const goes = sql`m.id = any(${[...messageIds]}::uuid[])`;
  const said = await readSaid(tx, goes, sql`m.ticket_id = ${ticketId}`);
  return { gone: said.get("true") ?? nothingSaid, left: said.get("false") ?? nothingSaid };
}

/**
 * The author of the first customer message, if they can be a requester in this company; else the
 * current requester.
 */
async function requesterOf(
  tx: Tx,
  { state }: LockedTicket,
  writer: string | null,
): Promise<string> {
  if (writer === null || writer === state.requesterId) return state.requesterId;
  const people = await readParticipants(tx, [writer], state.companyId);
  return canRequest(people.get(writer), state.companyId) ? writer : state.requesterId;
}

function refused(message: string): AppError {
  return refuseInput("messageIds", message);
}

/**
 * Undoes a split: the messages return and the new ticket redirects to the original. Not possible
 * once someone has changed the new ticket.
 */
export async function unsplitTicket(
  deps: ActorDeps,
  input: { requestId: string; actId: string },
  made: Split,
): Promise<ActAnswer> {
  const act = { kind: "undo", requestId: input.requestId, input };
  const done = await once(deps, act, (tx, actId, deps) =>
    unsplit(tx, deps, { actId, splitId: input.actId }, made),
  );
  return await answerAction(deps, done);
}

type Split = ActionResult & Required<Pick<ActionResult, "split">>;

async function unsplit(
  tx: Tx,
  { actor, now }: ActorDeps,
  { actId, splitId }: { actId: string; splitId: string },
  { ticketId, split: { originId, messageIds, before, after } }: Split,
): Promise<ActionResult> {
  const [made, origin] = await lockBothTickets(tx, actor, ticketId, originId);
  const { created_at: splitAt } = await spendAct(tx, { actor, now }, splitId);
  if (origin.state.status === "closed") throw new AppError("ticket_closed");
  await assertUntouched(tx, made, messageIds);

  const { rows: moved } = await sql<{ kind: string }>`
    update messages set ticket_id = ${originId}
    where ticket_id = ${ticketId} and id = any(${messageIds}::uuid[]) returning kind`.execute(tx);
  const publicly = moved.some(({ kind }) => kind === "public");
  if (made.state.teamId !== null) {
    await withdrawNews(tx, { ticketId, actorId: actor.id, at: splitAt }, ["team"]);
  }
  const at = instantOf(now);
  const closing = beginTransition(made.state, at);
  move(closing, "closed", "merge");
  closing.changes.push(
    undone(await eventOf(tx, { ticketId, actId: splitId }, "split-from"), "split-from"),
  );
  const taking = beginTransition(origin.state, at);
  taking.changes.push(
    undone(await eventOf(tx, { ticketId: originId, actId: splitId }, "split"), "split"),
  );
  if (after && isWaitingAs(taking.after, after)) Object.assign(taking.after, before);

  const act = { actId, actorId: actor.id };
  const answer: ActionResult = { ticketId: originId };
  const plan = finishTransition(closing, { publicly: true });
  await saveTicket(tx, made, { ...act, plan, made: { ...answer } });
  await saveTicket(tx, origin, { ...act, plan: finishTransition(taking, { publicly }) });
  await moveDrafts(tx, ticketId, originId, now);
  await redirectTicket(tx, { sourceId: ticketId, targetId: originId });
  await recount(tx, originId);
  return answer;
}

async function spendAct(
  tx: Tx,
  { actor, now }: Pick<ActorDeps, "actor" | "now">,
  actId: string,
): Promise<{ created_at: Date }> {
  const spent = await tx
    .updateTable("acts")
    .set({ undone_at: now })
    .where("id", "=", actId)
    .where("actor_id", "=", actor.id)
    .where("undone_at", "is", null)
    .where("created_at", ">=", new Date(now.getTime() - undoMs))
    .returning("created_at")
    .executeTakeFirst();
  if (!spent) throw new AppError("undo_too_late");
  return spent;
}

/** Whether nothing was written, sent or changed there since. */
async function assertUntouched(
  tx: Tx,
  { id, state }: LockedTicket,
  messageIds: readonly string[],
): Promise<void> {
  const { rows } = await sql`
    select from messages where ticket_id = ${id} and not id = any(${[...messageIds]}::uuid[])
    limit 1`.execute(tx);
  if (rows.length === 0 && state.version === 1) return;
  throw new AppError("undo_too_late", {
    message: "The new ticket has changed since. You can merge it back instead.",
  });
}

async function eventOf(
  tx: Tx,
  { ticketId, actId }: { ticketId: string; actId: string },
  kind: string,
): Promise<string> {
  const event = await tx
    .selectFrom("ticket_events")
    .select("id")
    .where("ticket_id", "=", ticketId)
    .where("act_id", "=", actId)
    .where("kind", "=", kind)
    .executeTakeFirstOrThrow();
  return event.id;
}

function undone(eventId: string, kind: "split" | "split-from") {
  return { kind: "undone" as const, undoes: eventId, kinds: [kind], kept: [], back: [] };
}
