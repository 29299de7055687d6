import { sql } from "kysely";
import { AppError } from "../../shared/errors.ts";
import type { UndoJobInput } from "../../shared/schemas/jobs.ts";
import type { BulkInput } from "../../shared/schemas/ticket-bulk.ts";
import { type BulkAct, bulkTitle } from "../../shared/tickets/bulk.ts";
import type { BulkPatch } from "../../shared/tickets/fields.ts";
import { instantOf } from "../../shared/tickets/state.ts";
import { undoRecordOf } from "../../shared/tickets/undo.ts";
import { planTicketUpdate } from "../../shared/tickets/update.ts";
import { isOpenStatus } from "../../shared/tickets/vocabulary.ts";
import { type Actor, type ActorDeps, assignable } from "../access/actor.ts";
import { isSeen, scopeOf } from "../access/scope.ts";
import type { Tx } from "../db/database.ts";
import type { ItemOutcome, JobDeps, JobHandler } from "../jobs/handlers.ts";
import { beginJob, type JobAnswer } from "../jobs/start-job.ts";
import { tryItem } from "../jobs/try-item.ts";
import { undoJob } from "../jobs/undo-job.ts";
import { spreadNews } from "../notifications/news.ts";
import { lockParticipants, lockPeople, lockTicket } from "./lock.ts";
import { merge } from "./merge.ts";
import { peopleConcerned } from "./participants.ts";
import { markAsSpam, takeOutOfSpam } from "./spam.ts";
import { type ActionResult, assignmentNews, unassignIfAccessLost } from "./transaction.ts";
import { checkPatch } from "./update.ts";
import { beginActions, saveTicket } from "./write.ts";

export async function changeManyTickets(
  deps: JobDeps,
  { requestId, act, ids }: BulkInput,
): Promise<JobAnswer> {
  return await beginJob(deps, { kind: "ticket-bulk", requestId, input: act, subjectIds: ids });
}

export async function undoManyTickets(deps: JobDeps, input: UndoJobInput): Promise<JobAnswer> {
  return await undoJob(deps, input, { of: "ticket-bulk", by: "ticket-bulk-undo" });
}

type Deps = Pick<ActorDeps, "actor" | "now">;

/** Each ticket's change is an action of its own, so that each can be undone alone. */
export const ticketBulkHandler: JobHandler<BulkAct> = {
  async run(tx, deps, act, items) {
    const by = { actorId: deps.actor.id, now: deps.now };
    // Before anyone is locked: actions reference the actor and wait for their row.
    const actIds = await beginActions(tx, by, "bulk", items.length);
    await lockConcerned(
      tx,
      act,
      items.map(({ subjectId }) => subjectId),
    );
    const outcomes: ItemOutcome[] = [];
    for (const [index, { subjectId }] of items.entries()) {
      const actId = actIds[index] ?? "";
      outcomes.push(
        await tryOne(tx, subjectId, async () => {
          const changed = await doOne(tx, deps, act, { actId, ticketId: subjectId });
          return changed ? { madeId: actId } : {};
        }),
      );
    }
    return outcomes;
  },
  title: bulkTitle,
};

async function lockConcerned(tx: Tx, act: BulkAct, ids: readonly string[]): Promise<void> {
  if (act.kind === "merge") await lockParticipants(tx, [act.targetId, ...ids]);
  if (act.kind === "not-spam") await lockParticipants(tx, ids);
  if (act.kind !== "patch") return;
  const people = peopleConcerned(act.patch);
  const { status } = act.patch;
  // A ticket that opens again may lose its assignee.
  await (status && isOpenStatus(status)
    ? lockParticipants(tx, ids, people)
    : lockPeople(tx, people));
}

/** Refuses before anything of a ticket is written. */
export function tryOne(
  tx: Tx,
  ticketId: string,
  run: () => Promise<{ madeId?: string; remark?: string }>,
): Promise<ItemOutcome> {
  return tryItem(
    async () => {
      const { remark: message, ...made } = await run();
      if (!message) return made;
      return { ...made, remark: { subject: await nameOf(tx, ticketId), message } };
    },
    // A ticket they cannot see is not named.
    ({ code }) =>
      code === "not_found" ? "A ticket that is not there any more" : nameOf(tx, ticketId),
  );
}

interface OneAct {
  actId: string;
  ticketId: string;
}

/** Returns false if nothing changed: then there is nothing to undo. */
async function doOne(
  tx: Tx,
  deps: Deps,
  act: BulkAct,
  { actId, ticketId }: OneAct,
): Promise<boolean> {
  try {
    return await explainingHidden(tx, deps.actor, ticketId, () =>
      doAct(tx, deps, act, { actId, ticketId }),
    );
  } catch (error) {
    if (act.kind === "spam" && error instanceof AppError && error.code === "is_spam") return false;
    throw error;
  }
}

async function doAct(
  tx: Tx,
  deps: Deps,
  act: BulkAct,
  { actId, ticketId }: OneAct,
): Promise<boolean> {
  if (act.kind === "not-spam") return await takeOutOfSpam(tx, deps, { actId, ticketId });
  if (act.kind === "spam") await markAsSpam(tx, deps, { actId, ticketId });
  else if (act.kind === "merge") {
    const { targetId, agreedIds } = act;
    await merge(tx, deps, actId, { sourceId: ticketId, targetId, agreedIds });
  } else return await patchOne(tx, deps, act.patch, { actId, ticketId });
  return true;
}

async function patchOne(
  tx: Tx,
  { actor, now }: Deps,
  patch: BulkPatch,
  { actId, ticketId }: OneAct,
): Promise<boolean> {
  const ticket = await lockTicket(tx, actor, ticketId);
  const consequences = await checkPatch(tx, actor, ticket.state, patch);
  const at = instantOf(now);
  const planned = planTicketUpdate(ticket.state, patch, assignable(actor), at, consequences);
  const plan = await unassignIfAccessLost(tx, planned);
  const made: ActionResult = { ticketId, undo: undoRecordOf(plan) };
  await saveTicket(tx, ticket, { actId, actorId: actor.id, plan, made: { ...made } });
  const news = assignmentNews(ticketId, plan).map((one) => ({ ...one, oneOfMany: true }));
  await spreadNews(tx, actor, news, now);
  return plan.changes.length > 0;
}

async function nameOf(tx: Tx, ticketId: string): Promise<string> {
  const ticket = await tx
    .selectFrom("tickets")
    .select(["number", "subject"])
    .where("id", "=", ticketId)
    .executeTakeFirst();
  return ticket ? `#${ticket.number} ${ticket.subject}` : "A ticket";
}

/** If a ticket was hidden since, says why instead of `not found`. */
export async function explainingHidden<Done>(
  tx: Tx,
  actor: Actor,
  ticketId: string,
  run: () => Promise<Done>,
): Promise<Done> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "not_found") throw error;
    const why = await whyHidden(tx, actor, ticketId);
    throw why ? new AppError(why) : error;
  }
}

/** Why lists hide the ticket; null if it is neither spam nor merged. */
async function whyHidden(
  tx: Tx,
  actor: Actor,
  ticketId: string,
): Promise<"is_spam" | "is_merged" | null> {
  const whole = { ...scopeOf(actor), with: { spam: true, merged: true } };
  const { rows } = await sql<{ spam: boolean; merged: boolean }>`
    select t.spam_at is not null as spam, t.merged_into_id is not null as merged
    from tickets t where t.id = ${ticketId}::uuid and ${isSeen(whole)}`.execute(tx);
  if (rows[0]?.merged) return "is_merged";
  return rows[0]?.spam ? "is_spam" : null;
}
