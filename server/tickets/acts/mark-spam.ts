import { sql } from "kysely";
import { AppError } from "../../../shared/errors.ts";
import { beginAct, finishAct } from "../../../shared/tickets/draft.ts";
import { instantOf } from "../../../shared/tickets/state.ts";
import { spamSince } from "../../../shared/tickets/time-limits.ts";
import { letGo } from "../../../shared/tickets/update.ts";
import type { ActorDeps } from "../../actor.ts";
import type { Tx } from "../../db/database.ts";
import { once } from "../../once.ts";
import { whoIsLost } from "./rules/participants.ts";
import type { ActMade } from "./shape/act-made.ts";
import { findForUpdate } from "./shape/find-for-update.ts";
import { lockTakingPart } from "./shape/lock-people.ts";
import { saveTicket } from "./shape/save-ticket.ts";

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
    return await mark(tx, deps, actId, id, spam);
  });
  return { id, spam };
}

/** In somebody's transaction, as one of many. */
export async function markAsSpam(
  tx: Tx,
  deps: Pick<ActorDeps, "actor" | "now">,
  actId: string,
  id: string,
): Promise<ActMade> {
  return await mark(tx, deps, actId, id, true);
}

/**
 * In somebody's transaction, which has locked those who take part in it: what this act marked is none any
 * more, if that still stands.
 */
export async function takeBackSpam(
  tx: Tx,
  deps: Pick<ActorDeps, "actor" | "now">,
  actId: string,
  { id, markedBy }: { id: string; markedBy: string },
): Promise<ActMade> {
  const { numUpdatedRows } = await tx
    .updateTable("tickets")
    .set({ spam_at: null })
    .where("id", "=", id)
    .where("spam_at", "=", (at) =>
      at.selectFrom("acts").select("created_at").where("id", "=", markedBy),
    )
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new AppError("undo_too_late");
  return await mark(tx, deps, actId, id, false);
}

async function mark(
  tx: Tx,
  { actor, now }: Pick<ActorDeps, "actor" | "now">,
  actId: string,
  id: string,
  spam: boolean,
): Promise<ActMade> {
  const ticket = await findForUpdate(tx, actor, id);
  const draft = beginAct(ticket.state, instantOf(now));
  draft.changes.push({ kind: "spam", spam });
  // Whoever lost the right while it was hidden.
  if (!spam) letGo(draft, await whoIsLost(tx, ticket.state, ticket.state.companyId));
  const plan = finishAct(draft, { publicly: true });
  const made: ActMade = { ticketId: id };
  await saveTicket(tx, ticket, { actId, actorId: actor.id, plan, made: { ...made } });
  if (spam) {
    await sql`update tickets set spam_at = ${now}::timestamptz where id = ${id}`.execute(tx);
  }
  return made;
}

async function takeBack(tx: Tx, id: string, now: Date): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable("tickets")
    .set({ spam_at: null })
    .where("id", "=", id)
    .where("spam_at", ">", spamSince(now))
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new AppError("not_found");
}
