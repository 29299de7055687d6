import type { UndoJobInput } from "../../../shared/schemas/jobs.ts";
import type { UserBulkInput } from "../../../shared/schemas/user-bulk.ts";
import { beginJob, type JobAnswer } from "../../jobs/begin-job.ts";
import type { JobDeps } from "../../jobs/handlers.ts";
import { undoJob } from "../../jobs/undo-job.ts";

export async function changeManyUsers(
  deps: JobDeps,
  { requestId, act, ids }: UserBulkInput,
): Promise<JobAnswer> {
  return await beginJob(deps, { kind: "user-bulk", requestId, input: act, subjectIds: ids });
}

export async function undoManyUsers(deps: JobDeps, input: UndoJobInput): Promise<JobAnswer> {
  return await undoJob(deps, input, { of: "user-bulk", by: "user-bulk-undo" });
}
