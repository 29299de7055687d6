import type { UndoJobInput } from "../../shared/schemas/jobs.ts";
import type { BulkInput } from "../../shared/schemas/ticket-bulk.ts";
import { beginJob, type JobAnswer } from "../jobs/begin-job.ts";
import type { JobDeps } from "../jobs/handlers.ts";
import { undoJob } from "../jobs/undo-job.ts";

export async function changeManyTickets(
  deps: JobDeps,
  { requestId, act, ids }: BulkInput,
): Promise<JobAnswer> {
  return await beginJob(deps, { kind: "ticket-bulk", requestId, input: act, subjectIds: ids });
}

export async function undoManyTickets(deps: JobDeps, input: UndoJobInput): Promise<JobAnswer> {
  return await undoJob(deps, input, { of: "ticket-bulk", by: "ticket-bulk-undo" });
}
