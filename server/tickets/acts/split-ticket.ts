import { sql } from "kysely";
import { AppError, refuseInput } from "../../../shared/errors.ts";
import { beginAct, finishAct, move } from "../../../shared/tickets/draft.ts";
import { planOpening } from "../../../shared/tickets/opening.ts";
import type { ActAnswer } from "../../../shared/tickets/page.ts";
import { instantOf } from "../../../shared/tickets/state.ts";
import { undoMs } from "../../../shared/undo-time.ts";
import type { ActorDeps } from "../../actor.ts";
import type { Tx } from "../../db/database.ts";
import { moveDrafts } from "../../drafts/move-drafts.ts";
import { once } from "../../once.ts";
import { canRequest, readParticipants } from "./rules/participants.ts";
import { assertTakesTickets, holdCompanyOf } from "./rules/places.ts";
import type { ActMade } from "./shape/act-made.ts";
import { answerAct } from "./shape/answer-act.ts";
import { findBothForUpdate, findForUpdate, type LockedTicket } from "./shape/find-for-update.ts";
import { recount } from "./shape/recount-replies.ts";
import { insertTicket, saveTicket } from "./shape/save-ticket.ts";

interface SplitInput {
  requestId: string;
  id: string;
  messageIds: readonly string[];
  subject: string;
}

/** Moves messages into a ticket of their own: their home stays where they were written. */
export async function splitTicket(deps: ActorDeps, input: SplitInput): Promise<ActAnswer> {
  const { requestId } = input;
  const done = await once(deps, { kind: "split", requestId, input }, (tx, actId, deps) =>
    split(tx, deps, actId, input),
  );
  return await answerAct(deps, done);
}

/**
 * Takes a split back: the messages return, and the ticket that was made of them leads to where they
 * came from. Once somebody has gone on with that ticket it is a ticket like any other.
 */
export async function unsplitTicket(
  deps: ActorDeps,
  input: { requestId: string; actId: string },
  made: Split,
): Promise<ActAnswer> {
  const act = { kind: "undo", requestId: input.requestId, input };
  const done = await once(deps, act, (tx, actId, deps) =>
    unsplit(tx, deps, actId, input.actId, made),
  );
  return await answerAct(deps, done);
}

async function split(
  tx: Tx,
  { actor, now }: ActorDeps,
  actId: string,
  { id, messageIds, subject }: SplitInput,
): Promise<ActMade> {
  await holdCompanyOf(tx, id);
  const origin = await findForUpdate(tx, actor, id);
  if (origin.state.status === "closed") throw new AppError("ticket_closed");
  if (origin.state.companyId !== null) await assertTakesTickets(tx, origin.state.companyId);
  const moving = await findMessages(tx, origin.id, messageIds);
  const requesterId = await requesterOf(tx, origin, moving.firstCustomer);
  const at = instantOf(now);
  const { companyId, teamId, priority, type } = origin.state;
  const plan = planOpening(
    {
      ...{ companyId, requesterId, subject, actorId: actor.id },
      fields: { teamId, priority, type },
      by: moving.firstCustomer ? "customer" : "staff-note",
    },
    at,
  );
  plan.changes = [
    ...plan.changes,
    { kind: "split-from", origin: origin.id, messages: messageIds.length },
  ];
  const ticketId = Bun.randomUUIDv7();
  const made: ActMade = {
    ticketId,
    undo: { before: {}, after: {} },
    split: { originId: origin.id, messageIds: [...messageIds] },
  };
  const act = { actId, actorId: actor.id };
  await insertTicket(
    tx,
    { id: ticketId, channel: "web", openedByStaff: moving.firstCustomer === null },
    { ...act, plan, made: { ...made } },
  );
  await tx
    .updateTable("messages")
    .set({ ticket_id: ticketId })
    .where("id", "in", [...messageIds])
    .execute();
  const leaving = beginAct(origin.state, at);
  leaving.changes.push({ kind: "split", into: ticketId, messages: messageIds.length });
  const { publicly } = moving;
  await saveTicket(tx, origin, { ...act, plan: finishAct(leaving, { publicly }) });
  await recount(tx, ticketId);
  await recount(tx, origin.id);
  return made;
}

interface Moving {
  firstCustomer: string | null;
  /** Of what moves a customer notices what is public: notes alone are nothing to them. */
  publicly: boolean;
}

async function findMessages(
  tx: Tx,
  ticketId: string,
  messageIds: readonly string[],
): Promise<Moving> {
  const { rows } = await sql<FoundMessage>`
    select m.id, m.kind, m.author_id as "authorId", u.role = 'Customer' as "isCustomer",
      (select count(*)::int from messages other
        where other.ticket_id = ${ticketId} and not other.id = any(${[...messageIds]}::uuid[])
      ) as left
    from messages m join users u on u.id = m.author_id
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

/** Whoever wrote the first of them, where they may ask in this company; else who asked before. */
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

type Split = ActMade & Required<Pick<ActMade, "split">>;

async function unsplit(
  tx: Tx,
  { actor, now }: ActorDeps,
  actId: string,
  splitId: string,
  { ticketId, split: { originId, messageIds } }: Split,
): Promise<ActMade> {
  const [made, origin] = await findBothForUpdate(tx, actor, ticketId, originId);
  await spendAct(tx, { actor, now }, splitId);
  if (origin.state.status === "closed") throw new AppError("ticket_closed");
  await assertUntouched(tx, made, messageIds);

  const { rows: moved } = await sql<{ kind: string }>`
    update messages set ticket_id = ${originId}
    where ticket_id = ${ticketId} and id = any(${messageIds}::uuid[]) returning kind`.execute(tx);
  const publicly = moved.some(({ kind }) => kind === "public");
  const at = instantOf(now);
  const closing = beginAct(made.state, at);
  move(closing, "closed", "merge");
  closing.changes.push(undone(await eventOf(tx, ticketId, splitId, "split-from"), "split-from"));
  const taking = beginAct(origin.state, at);
  taking.changes.push(undone(await eventOf(tx, originId, splitId, "split"), "split"));

  const act = { actId, actorId: actor.id };
  const answer: ActMade = { ticketId: originId };
  const plan = finishAct(closing, { publicly: true });
  await saveTicket(tx, made, { ...act, plan, made: { ...answer } });
  await saveTicket(tx, origin, { ...act, plan: finishAct(taking, { publicly }) });
  await moveDrafts(tx, ticketId, originId, now);
  await sql`update tickets set merged_into_id = ${originId} where id = ${ticketId}`.execute(tx);
  await recount(tx, originId);
  return answer;
}

async function spendAct(
  tx: Tx,
  { actor, now }: Pick<ActorDeps, "actor" | "now">,
  actId: string,
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable("acts")
    .set({ undone_at: now })
    .where("id", "=", actId)
    .where("actor_id", "=", actor.id)
    .where("undone_at", "is", null)
    .where("created_at", ">=", new Date(now.getTime() - undoMs))
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new AppError("undo_too_late");
}

/** Nothing was written, sent or changed there since, by whomever. */
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
    message: "Somebody has gone on with the new ticket. It can be merged back instead.",
  });
}

async function eventOf(tx: Tx, ticketId: string, actId: string, kind: string): Promise<string> {
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
