import { sql } from "kysely";
import { AppError } from "../../shared/errors.ts";
import { beginAct, finishAct, move } from "../../shared/tickets/draft.ts";
import type { ActAnswer } from "../../shared/tickets/page.ts";
import { instantOf } from "../../shared/tickets/state.ts";
import { isWaitingAs } from "../../shared/tickets/turns.ts";
import { undoMs } from "../../shared/undo-time.ts";
import type { ActorDeps } from "../actor.ts";
import type { Tx } from "../db/database.ts";
import { moveDrafts } from "../drafts/move-drafts.ts";
import { withdrawNews } from "../notifications/news.ts";
import { once } from "../once.ts";
import { leadTo } from "./merge-links.ts";
import type { ActMade } from "./act-made.ts";
import { answerAct } from "./answer-act.ts";
import { findBothForUpdate, type LockedTicket } from "./lock.ts";
import { recount } from "./recount-replies.ts";
import { saveTicket } from "./save-ticket.ts";

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
    unsplit(tx, deps, { actId, splitId: input.actId }, made),
  );
  return await answerAct(deps, done);
}

type Split = ActMade & Required<Pick<ActMade, "split">>;

async function unsplit(
  tx: Tx,
  { actor, now }: ActorDeps,
  { actId, splitId }: { actId: string; splitId: string },
  { ticketId, split: { originId, messageIds, before, after } }: Split,
): Promise<ActMade> {
  const [made, origin] = await findBothForUpdate(tx, actor, ticketId, originId);
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
  const closing = beginAct(made.state, at);
  move(closing, "closed", "merge");
  closing.changes.push(
    undone(await eventOf(tx, { ticketId, actId: splitId }, "split-from"), "split-from"),
  );
  const taking = beginAct(origin.state, at);
  taking.changes.push(
    undone(await eventOf(tx, { ticketId: originId, actId: splitId }, "split"), "split"),
  );
  if (after && isWaitingAs(taking.after, after)) Object.assign(taking.after, before);

  const act = { actId, actorId: actor.id };
  const answer: ActMade = { ticketId: originId };
  const plan = finishAct(closing, { publicly: true });
  await saveTicket(tx, made, { ...act, plan, made: { ...answer } });
  await saveTicket(tx, origin, { ...act, plan: finishAct(taking, { publicly }) });
  await moveDrafts(tx, ticketId, originId, now);
  await leadTo(tx, { sourceId: ticketId, targetId: originId });
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
