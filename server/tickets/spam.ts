import { sql } from "kysely";
import { AppError } from "../../shared/errors.ts";
import { instantOf } from "../../shared/tickets/state.ts";
import { spamSince } from "../../shared/tickets/time-limits.ts";
import { beginTransition, finishTransition } from "../../shared/tickets/transition.ts";
import { removePeople } from "../../shared/tickets/update.ts";
import type { Actor, ActorDeps } from "../access/actor.ts";
import { isSeen, scopeOf, withSpam } from "../access/scope.ts";
import type { Tx } from "../db/database.ts";
import { once } from "../once.ts";
import { lockParticipants, lockTicket } from "./lock.ts";
import { peopleLosingAccess } from "./participants.ts";
import type { ActionResult } from "./transaction.ts";
import { saveTicket } from "./write.ts";

interface SpamInput {
  requestId: string;
  id: string;
  spam: boolean;
}

interface MarkedSpam {
  id: string;
  spam: boolean;
}

/** Spam is hidden from all lists and figures until someone unmarks it. */
export async function markSpam(deps: ActorDeps, input: SpamInput): Promise<MarkedSpam> {
  const { requestId, id, spam } = input;
  await once(deps, { kind: "spam", requestId, input }, async (tx, actId, deps) => {
    // The ticket can be locked only once it is unmarked; if the actor has no access, all is rolled
    // back.
    if (!spam) {
      await lockParticipants(tx, [id]);
      await takeBack(tx, id, deps.now);
    }
    return await mark(tx, deps, { actId, ticketId: id }, spam ? deps.now : null);
  });
  return { id, spam };
}

interface Marking {
  actId: string;
  ticketId: string;
}

/** Runs in the transaction of a bulk change. */
export async function markAsSpam(
  tx: Tx,
  deps: Pick<ActorDeps, "actor" | "now">,
  marking: Marking,
): Promise<ActionResult> {
  return await mark(tx, deps, marking, deps.now);
}

/**
 * Runs in a transaction that has locked the participants. Returns false if the ticket is not spam;
 * refuses before anything is written.
 */
export async function takeOutOfSpam(
  tx: Tx,
  deps: Pick<ActorDeps, "actor" | "now">,
  marking: Marking,
): Promise<boolean> {
  const since = await spamSinceOf(tx, deps.actor, marking.ticketId);
  if (since === null) return false;
  if (since <= spamSince(deps.now)) throw new AppError("is_spam", { message: isForGood });
  await takeBack(tx, marking.ticketId, deps.now);
  await mark(tx, deps, marking, null, { spamAt: since.toISOString() });
  return true;
}

const isForGood = "This ticket has been spam for more than 30 days, and stays hidden.";

/**
 * Undoes an unmarking: the ticket is spam since its earlier time, unless someone marked or unmarked
 * it since.
 */
export async function undoNotSpam(
  tx: Tx,
  deps: Pick<ActorDeps, "actor" | "now">,
  { takenOutBy, ...marking }: Marking & { takenOutBy: string },
): Promise<ActionResult> {
  const act = await tx
    .selectFrom("acts")
    .select("made")
    .where("id", "=", takenOutBy)
    .executeTakeFirst();
  const { spamAt } = (act?.made ?? {}) as Partial<ActionResult>;
  const last = await tx
    .selectFrom("ticket_events")
    .select("act_id")
    .where("ticket_id", "=", marking.ticketId)
    .where("kind", "=", "spam")
    .orderBy("version", "desc")
    .executeTakeFirst();
  if (!spamAt || last?.act_id !== takenOutBy) throw new AppError("undo_too_late");
  return await mark(tx, deps, marking, new Date(spamAt));
}

/**
 * Runs in a transaction that has locked the participants. Undoes a marking, unless someone marked
 * or unmarked the ticket since.
 */
export async function undoSpam(
  tx: Tx,
  deps: Pick<ActorDeps, "actor" | "now">,
  { markedBy, ...marking }: Marking & { markedBy: string },
): Promise<ActionResult> {
  const { numUpdatedRows } = await tx
    .updateTable("tickets")
    .set({ spam_at: null })
    .where("id", "=", marking.ticketId)
    .where("spam_at", "=", (at) =>
      at.selectFrom("acts").select("created_at").where("id", "=", markedBy),
    )
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new AppError("undo_too_late");
  return await mark(tx, deps, marking, null);
}

/** `since`: null to unmark it. */
async function mark(
  tx: Tx,
  { actor, now }: Pick<ActorDeps, "actor" | "now">,
  { actId, ticketId }: Marking,
  since: Date | null,
  before: Pick<ActionResult, "spamAt"> = {},
): Promise<ActionResult> {
  const spam = since !== null;
  const ticket = await lockTicket(tx, actor, ticketId);
  const transition = beginTransition(ticket.state, instantOf(now));
  transition.changes.push({ kind: "spam", spam });
  // People may have lost access while it was hidden.
  if (!spam)
    removePeople(transition, await peopleLosingAccess(tx, ticket.state, ticket.state.companyId));
  const plan = finishTransition(transition, { publicly: true });
  const made: ActionResult = { ticketId, ...before };
  await saveTicket(tx, ticket, { actId, actorId: actor.id, plan, made: { ...made } });
  if (spam) {
    await sql`update tickets set spam_at = ${since}::timestamptz where id = ${ticketId}`.execute(
      tx,
    );
  }
  return made;
}

/** Null if it is not spam. Tickets outside the actor's scope are not found. */
async function spamSinceOf(tx: Tx, actor: Actor, id: string): Promise<Date | null> {
  const { rows } = await sql<{ since: Date | null }>`
    select t.spam_at as since from tickets t
    where t.id = ${id}::uuid and ${isSeen(withSpam(scopeOf(actor)))}
    for no key update of t`.execute(tx);
  const [found] = rows;
  if (!found) throw new AppError("not_found");
  return found.since;
}

/** Spends the request id by which it was marked. */
async function takeBack(tx: Tx, id: string, now: Date): Promise<void> {
  const { numAffectedRows } = await sql`
    with marked as (
      select id, spam_at from tickets
      where id = ${id}::uuid and spam_at > ${spamSince(now)}::timestamptz
      for no key update
    ),
    spent as (
      update acts set undone_at = ${now}::timestamptz from marked
      where acts.created_at = marked.spam_at and acts.made ->> 'ticketId' = marked.id::text
        and acts.kind in ('spam', 'bulk') and acts.undone_at is null
    )
    update tickets set spam_at = null from marked where tickets.id = marked.id`.execute(tx);
  if (numAffectedRows === 0n) throw new AppError("not_found");
}
