import { AppError } from "../../shared/errors.ts";
import { isEnded, type Job, type JobKind } from "../../shared/jobs.ts";
import type { UndoJobInput } from "../../shared/schemas/jobs.ts";
import { undoMs } from "../../shared/undo-time.ts";
import type { ActorDeps } from "../access/actor.ts";
import { transact } from "../access/transact.ts";
import type { Tx } from "../db/database.ts";
import type { JobDeps } from "./handlers.ts";
import { beginJob, type JobAnswer } from "./start-job.ts";

/**
 * Undoes a job of the actor by a new job over the items it changed. A running job stops first; otherwise it
 * would continue next to its undo.
 */
export async function undoJob(
  deps: JobDeps,
  { requestId, jobId }: UndoJobInput,
  { of, by }: { of: JobKind; by: JobKind },
): Promise<JobAnswer> {
  const subjectIds = await changedBy(deps, jobId, of);
  return await beginJob(deps, { kind: by, requestId, input: { jobId }, subjectIds });
}

async function changedBy(deps: ActorDeps, jobId: string, kind: JobKind): Promise<string[]> {
  const { db, actor, now } = deps;
  const job = await db
    .selectFrom("jobs")
    .select(["created_at", "state"])
    .where("id", "=", jobId)
    .where("owner_id", "=", actor.id)
    .where("kind", "=", kind)
    .executeTakeFirst();
  if (!job) throw new AppError("not_found");
  if (job.created_at.getTime() < now.getTime() - undoMs) throw new AppError("undo_too_late");
  if (!isEnded(job)) await cancelIfUnderWay(deps, jobId);
  const items = await db
    .selectFrom("job_items")
    .select("subject_id")
    .where("job_id", "=", jobId)
    .where("state", "=", "done")
    // Items that were already in the target state were not changed.
    .where("made_id", "is not", null)
    .execute();
  return items.map(({ subject_id }) => subject_id);
}

/** If it has already ended, returns how. */
export async function cancelJob(
  deps: ActorDeps,
  id: string,
): Promise<{ id: string; state: Job["state"] }> {
  if (await cancelIfUnderWay(deps, id)) return { id, state: "cancelled" };
  const job = await deps.db
    .selectFrom("jobs")
    .select("state")
    .where("id", "=", id)
    .where("owner_id", "=", deps.actor.id)
    .executeTakeFirst();
  if (!job) throw new AppError("not_found");
  return { id, state: job.state };
}

/** The running slice is finished; the rest is left undone. */
async function cancelIfUnderWay(deps: ActorDeps, id: string): Promise<boolean> {
  return await transact(deps, async (tx, { actor, now }) => {
    const { numUpdatedRows } = await tx
      .updateTable("jobs")
      .set({ state: "cancelled", ended_at: now, network: null })
      .where("id", "=", id)
      .where("owner_id", "=", actor.id)
      .where("state", "in", ["queued", "running"])
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  });
}

/** A job that undoes another. */
export interface UndoneJob {
  jobId: string;
}

/** The input of the undone job. */
export async function undoneInput<Input>(tx: Tx, jobId: string): Promise<Input> {
  const { input } = await tx
    .selectFrom("jobs")
    .select("input")
    .where("id", "=", jobId)
    .executeTakeFirstOrThrow();
  return input as Input;
}
