import { sql } from "kysely";
import { AppError, refuseInput } from "../../shared/errors.ts";
import { beginAct, finishAct } from "../../shared/tickets/draft.ts";
import { planOpening } from "../../shared/tickets/opening.ts";
import type { ActAnswer } from "../../shared/tickets/page.ts";
import { instantOf } from "../../shared/tickets/state.ts";
import {
  nothingSaid,
  type Said,
  waitForTheRest,
  waitingOf,
} from "../../shared/tickets/turns.ts";
import type { ActorDeps } from "../actor.ts";
import type { Tx } from "../db/database.ts";
import { spreadNews } from "../notifications/news.ts";
import { once } from "../once.ts";
import { carryMentions } from "./read-marks.ts";
import { canRequest, readParticipants } from "./participants.ts";
import { assertTakesTickets, holdCompanyOf } from "./places.ts";
import type { ActMade } from "./act-made.ts";
import { newsOfGiving } from "./transaction.ts";
import { answerAct } from "./answer-act.ts";
import { findForUpdate, type LockedTicket } from "./lock.ts";
import { isOfStaff } from "./messages.ts";
import { readSaid } from "./read-said.ts";
import { recount } from "./recount-replies.ts";
import { insertTicket, saveTicket } from "./save-ticket.ts";

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
  const said = await saidIn(tx, origin.id, messageIds);
  const leaving = beginAct(origin.state, instantOf(now));
  const { companyId, teamId, priority, type } = origin.state;
  const plan = planOpening(
    {
      ...{ companyId, requesterId, subject, actorId: actor.id },
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
  waitForTheRest(leaving.after, said.gone, said.left);
  const made: ActMade = {
    ticketId,
    undo: { before: {}, after: {} },
    split: {
      ...{ originId: origin.id, messageIds: [...messageIds] },
      ...{ before: waitingOf(leaving.before), after: waitingOf(leaving.after) },
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
  // Nobody has it: its team hears of it as of any other that it is given.
  await spreadNews(tx, actor, newsOfGiving(ticketId, plan), now);
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
    select m.id, m.kind, m.author_id as "authorId",
      m.kind = 'public' and not ${isOfStaff} as "isCustomer",
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

/** What goes and what is left say of whose turn it is; a reply answers all that stood there. */
async function saidIn(
  tx: Tx,
  ticketId: string,
  messageIds: readonly string[],
): Promise<{ gone: Said; left: Said }> {
  const goes = sql`m.id = any(${[...messageIds]}::uuid[])`;
  const said = await readSaid(tx, goes, sql`m.ticket_id = ${ticketId}`);
  return { gone: said.get("true") ?? nothingSaid, left: said.get("false") ?? nothingSaid };
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
