import { AppError } from "../../shared/errors.ts";
import { type BulkAct, bulkTitle } from "../../shared/tickets/bulk.ts";
import type { BulkPatch } from "../../shared/tickets/fields.ts";
import { instantOf } from "../../shared/tickets/state.ts";
import { undoRecordOf } from "../../shared/tickets/undo.ts";
import { planTicketUpdate } from "../../shared/tickets/update.ts";
import { isOpenStatus } from "../../shared/tickets/vocabulary.ts";
import type { ActorDeps } from "../actor.ts";
import type { Tx } from "../db/database.ts";
import type { ItemOutcome, JobHandler } from "../jobs/handlers.ts";
import { tryItem } from "../jobs/try-item.ts";
import { spreadNews } from "../notifications/news.ts";
import { markAsSpam, takeOutOfSpam } from "./spam.ts";
import { merge } from "./merge.ts";
import { checkPatch } from "./check-patch.ts";
import { withoutLostAssignee } from "./lost-assignee.ts";
import { peopleConcerned } from "./participants.ts";
import type { ActMade } from "./act-made.ts";
import { newsOfGiving } from "./transaction.ts";
import { beginActs } from "./begin-acts.ts";
import { findForUpdate } from "./lock.ts";
import { lockPeople, lockTakingPart } from "./lock-people.ts";
import { saveTicket } from "./save-ticket.ts";
import { tellingWhyHidden } from "./why-hidden.ts";

type Deps = Pick<ActorDeps, "actor" | "now">;

/** Each ticket's change is an act of its own, so that each can be taken back by itself. */
export const ticketBulkHandler: JobHandler<BulkAct> = {
  async run(tx, deps, act, items) {
    const by = { actorId: deps.actor.id, now: deps.now };
    // Before anybody is locked: acts name who began it, and so wait for their row.
    const actIds = await beginActs(tx, by, "bulk", items.length);
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
  if (act.kind === "merge") await lockTakingPart(tx, [act.targetId, ...ids]);
  if (act.kind === "not-spam") await lockTakingPart(tx, ids);
  if (act.kind !== "patch") return;
  const people = peopleConcerned(act.patch);
  const { status } = act.patch;
  // What opens again may be taken from whoever has it.
  await (status && isOpenStatus(status) ? lockTakingPart(tx, ids, people) : lockPeople(tx, people));
}

/** What is refused is refused before anything of it is written. */
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
    // Of what is not there for them, not even the subject is told.
    ({ code }) =>
      code === "not_found" ? "A ticket that is not there any more" : nameOf(tx, ticketId),
  );
}

interface OneAct {
  actId: string;
  ticketId: string;
}

/** False where it stood so already: then there is nothing to take back either. */
async function doOne(
  tx: Tx,
  deps: Deps,
  act: BulkAct,
  { actId, ticketId }: OneAct,
): Promise<boolean> {
  try {
    return await tellingWhyHidden(tx, deps.actor, ticketId, () =>
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
  const ticket = await findForUpdate(tx, actor, ticketId);
  const consequences = await checkPatch(tx, actor, ticket.state, patch);
  const at = instantOf(now);
  const planned = planTicketUpdate(ticket.state, patch, actor.id, at, consequences);
  const plan = await withoutLostAssignee(tx, planned);
  const made: ActMade = { ticketId, undo: undoRecordOf(plan) };
  await saveTicket(tx, ticket, { actId, actorId: actor.id, plan, made: { ...made } });
  const news = newsOfGiving(ticketId, plan).map((one) => ({ ...one, oneOfMany: true }));
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
