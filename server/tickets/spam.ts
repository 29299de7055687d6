import { sql } from "kysely";
import { AppError } from "../../shared/errors.ts";
import { beginAct, finishAct } from "../../shared/tickets/draft.ts";
import { instantOf } from "../../shared/tickets/state.ts";
import { spamSince } from "../../shared/tickets/time-limits.ts";
import { letGo } from "../../shared/tickets/update.ts";
import type { Actor, ActorDeps } from "../actor.ts";
import type { Tx } from "../db/database.ts";
import { once } from "../once.ts";
import { isSeen, scopeOf, withSpam } from "./scope.ts";
import { whoIsLost } from "./participants.ts";
import type { ActMade } from "./act-made.ts";
import { findForUpdate } from "./lock.ts";
import { lockTakingPart } from "./lock-people.ts";
import { saveTicket } from "./save-ticket.ts";

interface SpamInput {
  requestId: string;
  id: string;
  spam: boolean;
}

interface MarkedSpam {
  id: string;
  spam: boolean;
}

/** Spam is hidden from everybody's lists and figures, until somebody says that it is none. */
export async function markSpam(deps: ActorDeps, input: SpamInput): Promise<MarkedSpam> {
  const { requestId, id, spam } = input;
  await once(deps, { kind: "spam", requestId, input }, async (tx, actId, deps) => {
    // What is hidden is found once it is none; where the actor may not see it all is rolled back.
    if (!spam) {
      await lockTakingPart(tx, [id]);
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

/** In somebody's transaction, as one of many. */
export async function markAsSpam(
  tx: Tx,
  deps: Pick<ActorDeps, "actor" | "now">,
  marking: Marking,
): Promise<ActMade> {
  return await mark(tx, deps, marking, deps.now);
}

/**
 * In somebody's transaction, which has locked those who take part in it. False where it is none; what does
 * not go is refused before anything is written.
 */
export async function takeOutOfSpam(
  tx: Tx,
  deps: Pick<ActorDeps, "actor" | "now">,
  marking: Marking,
): Promise<boolean> {
  const since = await sinceWhen(tx, deps.actor, marking.ticketId);
  if (since === null) return false;
  if (since <= spamSince(deps.now)) throw new AppError("is_spam", { message: isForGood });
  await takeBack(tx, marking.ticketId, deps.now);
  await mark(tx, deps, marking, null, { spamAt: since.toISOString() });
  return true;
}

const isForGood = "This ticket has been spam for more than 30 days, and stays hidden.";

/** The other way round: what this act took out of spam is spam since when it was, if that still stands. */
export async function putBackToSpam(
  tx: Tx,
  deps: Pick<ActorDeps, "actor" | "now">,
  { takenOutBy, ...marking }: Marking & { takenOutBy: string },
): Promise<ActMade> {
  const act = await tx
    .selectFrom("acts")
    .select("made")
    .where("id", "=", takenOutBy)
    .executeTakeFirst();
  const { spamAt } = (act?.made ?? {}) as Partial<ActMade>;
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
 * In somebody's transaction, which has locked those who take part in it: what this act marked is none any
 * more, if that still stands.
 */
export async function takeBackSpam(
  tx: Tx,
  deps: Pick<ActorDeps, "actor" | "now">,
  { markedBy, ...marking }: Marking & { markedBy: string },
): Promise<ActMade> {
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

/** `since`: null where it is none. */
async function mark(
  tx: Tx,
  { actor, now }: Pick<ActorDeps, "actor" | "now">,
  { actId, ticketId }: Marking,
  since: Date | null,
  before: Pick<ActMade, "spamAt"> = {},
): Promise<ActMade> {
  const spam = since !== null;
  const ticket = await findForUpdate(tx, actor, ticketId);
  const draft = beginAct(ticket.state, instantOf(now));
  draft.changes.push({ kind: "spam", spam });
  // Whoever lost the right while it was hidden.
  if (!spam) letGo(draft, await whoIsLost(tx, ticket.state, ticket.state.companyId));
  const plan = finishAct(draft, { publicly: true });
  const made: ActMade = { ticketId, ...before };
  await saveTicket(tx, ticket, { actId, actorId: actor.id, plan, made: { ...made } });
  if (spam) {
    await sql`update tickets set spam_at = ${since}::timestamptz where id = ${ticketId}`.execute(
      tx,
    );
  }
  return made;
}

/** Null where it is none; what the actor does not see even as spam is not found. */
async function sinceWhen(tx: Tx, actor: Actor, id: string): Promise<Date | null> {
  const { rows } = await sql<{ since: Date | null }>`
    select t.spam_at as since from tickets t
    where t.id = ${id}::uuid and ${isSeen(withSpam(scopeOf(actor)))}
    for no key update of t`.execute(tx);
  const [found] = rows;
  if (!found) throw new AppError("not_found");
  return found.since;
}

/** The key by which it was marked stands for nothing any more. */
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
