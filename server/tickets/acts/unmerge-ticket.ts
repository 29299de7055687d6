import { sql } from "kysely";
import { AppError } from "../../../shared/errors.ts";
import { type MergeRecord, planUnmerge, type Waiting } from "../../../shared/tickets/merge.ts";
import type { ActAnswer } from "../../../shared/tickets/page.ts";
import { instantOf, type TicketState } from "../../../shared/tickets/state.ts";
import type { ActorDeps } from "../../actor.ts";
import type { Tx } from "../../db/database.ts";
import { answerAct } from "./answer-act.ts";
import { findForUpdate } from "./find-for-update.ts";
import { type ActMade, once } from "./once.ts";
import { recount } from "./recount.ts";
import { saveTicket } from "./save-ticket.ts";

export interface UnmergeInput {
  requestId: string;
  /** The ticket that was merged into another. */
  sourceId: string;
}

/** Takes a merge back, whenever: the source gets what was its own, late replies included. */
export async function unmergeTicket(deps: ActorDeps, input: UnmergeInput): Promise<ActAnswer> {
  const { requestId } = input;
  const done = await once(deps, { kind: "unmerge", requestId, input }, (tx, actId, deps) =>
    unmerge(tx, deps, actId, input.sourceId),
  );
  return await answerAct(deps, done);
}

/** In somebody's transaction; `mergedBy`: only if it is that act which stands. */
export async function unmerge(
  tx: Tx,
  { actor, now }: Pick<ActorDeps, "actor" | "now">,
  actId: string,
  sourceId: string,
  mergedBy?: string,
): Promise<ActMade> {
  const merge = await tx
    .selectFrom("merges")
    .selectAll()
    .where("source_id", "=", sourceId)
    .where("undone_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
  if (mergedBy !== undefined && merge?.act_id !== mergedBy) throw new AppError("undo_too_late");
  if (!merge) throw new AppError("not_found");
  // A chain is undone from its newest: a target that is merged itself is hidden, hence not found.
  const target = await findForUpdate(tx, actor, merge.target_id);
  await sql`update tickets set merged_into_id = null where id = ${sourceId}`.execute(tx);
  const source = await findForUpdate(tx, actor, sourceId);

  const record: MergeRecord = {
    sourceBefore: merge.source_before as unknown as TicketState,
    waitingBefore: merge.waiting_before as unknown as Waiting,
    waitingAfter: merge.waiting_after as unknown as Waiting,
    followersAdded: merge.followers_added,
  };
  const plan = planUnmerge(source, target, record, instantOf(now));
  await bringHome(tx, sourceId, target.id);
  const act = { actId, actorId: actor.id };
  const made: ActMade = { ticketId: sourceId };
  await saveTicket(tx, source, { ...act, plan: plan.source, made: { ...made } });
  await saveTicket(tx, target, { ...act, plan: plan.target });
  await recount(tx, sourceId);
  await recount(tx, target.id);
  await tx.updateTable("merges").set({ undone_at: now }).where("id", "=", merge.id).execute();
  return made;
}

/** What was written in the source, or in whatever had been merged into it before. */
async function bringHome(tx: Tx, sourceId: string, targetId: string): Promise<void> {
  await sql`
    with recursive homes(id) as (
      select ${sourceId}::uuid
      union
      select t.id from tickets t join homes on t.merged_into_id = homes.id
    )
    update messages set ticket_id = ${sourceId}
    where ticket_id = ${targetId} and home_ticket_id in (select id from homes)`.execute(tx);
}
