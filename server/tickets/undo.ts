import { sql } from "kysely";
import { AppError } from "../../shared/errors.ts";
import type { ActAnswer } from "../../shared/tickets/page.ts";
import { type Instant, instantOf, type TicketPlan } from "../../shared/tickets/state.ts";
import { kindsIn, type UndoRecord } from "../../shared/tickets/undo.ts";
import { undoMs } from "../../shared/undo-time.ts";
import type { ActorDeps } from "../actor.ts";
import type { Tx } from "../db/database.ts";
import { withdrawNews } from "../notifications/news.ts";
import { withoutLostAssignee } from "./lost-assignee.ts";
import { planLawfulUndo } from "./plan-lawful-undo.ts";
import type { ActMade } from "./act-made.ts";
import { actOnTicket } from "./transaction.ts";
import { answerAct } from "./answer-act.ts";
import { readEventsSince } from "./events-since.ts";
import type { LockedTicket } from "./lock.ts";
import { comingBack } from "./lock-people.ts";
import { readSaid } from "./read-said.ts";
import { restoreSpan } from "./restore-span.ts";
import { unsplitTicket } from "./unsplit.ts";

/** Takes back an act of one's own: what was before stands again, what was touched since stays. */
export async function undoAct(
  deps: ActorDeps,
  input: { requestId: string; actId: string },
): Promise<ActAnswer> {
  const { made, people } = await findOwnAct(deps, input.actId);
  const { ticketId, split } = made;
  if (split) return await unsplitTicket(deps, input, { ...made, split });
  const done = await actOnTicket(
    deps,
    { kind: "undo", requestId: input.requestId, input, ticketId, people },
    async (tx, ticket, deps) => ({
      plan: await takeBackAct(tx, deps, ticket, input.actId),
      isQuiet: true,
    }),
  );
  return await answerAct(deps, done);
}

/** With whoever would get their part back. */
async function findOwnAct(
  { db, actor }: ActorDeps,
  actId: string,
): Promise<{ made: ActMade; people: string[] }> {
  const act = await db
    .selectFrom("acts")
    .select(["made", comingBack.as("people")])
    .where("id", "=", actId)
    .where("actor_id", "=", actor.id)
    .where(sql<boolean>`made ? 'ticketId'`)
    .executeTakeFirst();
  if (!act) throw new AppError("not_found");
  return { made: act.made as ActMade, people: act.people };
}

/**
 * Under the ticket's lock: plans what brings the ticket back, with the spans of its states, takes its
 * news back, and marks the act as undone, so that its key is spent. `earliest`: what was done before is
 * too old.
 */
export async function takeBackAct(
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
  const { undo: record } = (act?.made ?? {}) as Partial<ActMade>;
  if (!act || !record) throw new AppError("undo_too_late");

  const events = await readEventsSince(tx, [{ ticketId: ticket.id, actId }]);
  const { eventId = null, at = null, changes = [], since = [] } = events.get(actId) ?? {};
  if (eventId === null) throw new AppError("undo_too_late");
  const answeredAt = at && (await answeredSince(tx, ticket, record, at));
  const done = { eventId, at, answeredAt, changes, record, since };
  const lawful = await planLawfulUndo(tx, deps.actor, ticket.state, done, instantOf(deps.now));
  const plan = await withoutLostAssignee(tx, lawful);
  if (plan.after.status !== plan.before.status) await restoreSpan(tx, ticket.id, plan.after.status);
  const told = { ticketId: ticket.id, actorId: deps.actor.id, at: act.created_at };
  await withdrawNews(tx, told, plan.changes.flatMap(kindsIn));
  return plan;
}

/** When a reply went out while the ticket rested by this act, unless the customer wrote after it was sent. */
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
