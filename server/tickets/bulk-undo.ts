import { sql } from "kysely";
import { undoTitle } from "../../shared/jobs.ts";
import type { BulkAct } from "../../shared/tickets/bulk.ts";
import { wordOfChange } from "../../shared/tickets/fields.ts";
import type { TicketPlan } from "../../shared/tickets/state.ts";
import type { ActorDeps } from "../access/actor.ts";
import type { Tx } from "../db/database.ts";
import type { JobHandler } from "../jobs/handlers.ts";
import { wholeOrNot } from "../jobs/try-item.ts";
import { type UndoneJob, undoneInput } from "../jobs/undo-job.ts";
import { explainingHidden, tryOne } from "./bulk.ts";
import { lockParticipants, lockPeople, lockTicket, peopleReturning } from "./lock.ts";
import { unmerge } from "./merge.ts";
import { undoNotSpam, undoSpam } from "./spam.ts";
import { planUndoUnderLock } from "./undo.ts";
import { beginActions, saveTicket } from "./write.ts";

type Deps = Pick<ActorDeps, "actor" | "now">;

/** Undoes a bulk change ticket by ticket; values changed since stay. */
export const ticketBulkUndoHandler: JobHandler<UndoneJob> = {
  async run(tx, deps, { jobId }, items) {
    const { kind } = await undoneInput<BulkAct>(tx, jobId);
    const ticketIds = items.map(({ subjectId }) => subjectId);
    const acts = await actsOf(tx, jobId, ticketIds);
    const people = [...acts.values()].flatMap((act) => act.people);
    const by = { actorId: deps.actor.id, now: deps.now };
    const madeIds = await beginActions(tx, by, "bulk-undo", items.length);
    await (kind === "patch" ? lockPeople(tx, people) : lockParticipants(tx, ticketIds));
    const outcomes = [];
    for (const [index, ticketId] of ticketIds.entries()) {
      const undone = acts.get(ticketId)?.actId ?? "";
      const done = { undone, madeId: madeIds[index] ?? "", ticketId };
      outcomes.push(
        await tryOne(tx, ticketId, () =>
          wholeOrNot(tx, () =>
            kind === "patch" ? takeBackPatch(tx, deps, done) : takeBackHiding(tx, deps, kind, done),
          ),
        ),
      );
    }
    return outcomes;
  },
  title: (_input, total) => undoTitle(total, "ticket"),
};

interface DoneAct {
  ticketId: string;
  undone: string;
  /** The action that undoes it. */
  madeId: string;
}

/** The Undo was requested in time, however long the job takes. */
const whenever = new Date(0);

async function takeBackPatch(
  tx: Tx,
  deps: Deps,
  { ticketId, undone, madeId }: DoneAct,
): Promise<{ madeId: string; remark?: string }> {
  const ticket = await explainingHidden(tx, deps.actor, ticketId, () =>
    lockTicket(tx, deps.actor, ticketId),
  );
  const plan = await planUndoUnderLock(tx, deps, ticket, undone, whenever);
  await saveTicket(tx, ticket, { actId: madeId, actorId: deps.actor.id, plan });
  const kept = keptBy(plan);
  if (kept.length === 0) return { madeId };
  const remark = `Its ${kept.join(" and ")} changed again since, and stayed.`;
  return { madeId, remark };
}

/** Spam and merged tickets are hidden, so they become visible before they are locked. */
async function takeBackHiding(
  tx: Tx,
  deps: Deps,
  kind: "spam" | "not-spam" | "merge",
  { ticketId, undone, madeId }: DoneAct,
): Promise<{ madeId: string }> {
  if (kind === "spam") await undoSpam(tx, deps, { actId: madeId, ticketId, markedBy: undone });
  else if (kind === "not-spam")
    await undoNotSpam(tx, deps, { actId: madeId, ticketId, takenOutBy: undone });
  else await unmerge(tx, deps, { actId: madeId, sourceId: ticketId, mergedBy: undone });
  await tx.updateTable("acts").set({ undone_at: deps.now }).where("id", "=", undone).execute();
  return { madeId };
}

interface ActDone {
  actId: string;
  people: string[];
}

/** By ticket, with the people who would get their part back. */
async function actsOf(
  tx: Tx,
  jobId: string,
  ticketIds: readonly string[],
): Promise<Map<string, ActDone>> {
  const { rows } = await sql<ActDone & { ticketId: string }>`
    select subject_id as "ticketId", made_id as "actId", ${peopleReturning} as people
    from job_items left join acts on acts.id = job_items.made_id
    where job_id = ${jobId} and state = 'done'
      and subject_id = any(${[...ticketIds]}::uuid[])`.execute(tx);
  return new Map(rows.map((act) => [act.ticketId, act]));
}

function keptBy({ changes }: TicketPlan): string[] {
  const kept = changes.flatMap((change) => (change.kind === "undone" ? change.kept : []));
  return [...new Set(kept)].map(wordOfChange);
}
