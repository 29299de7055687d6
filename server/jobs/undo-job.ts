import { AppError } from "../../shared/errors.ts";
import { isEnded, type JobKind } from "../../shared/jobs.ts";
import type { UndoJobInput } from "../../shared/schemas/jobs.ts";
import { undoMs } from "../../shared/undo-time.ts";
import type { ActorDeps } from "../access/actor.ts";
import { beginJob, type JobAnswer } from "./begin-job.ts";
import { cancelIfUnderWay } from "./cancel-job.ts";
import type { JobDeps } from "./handlers.ts";

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
