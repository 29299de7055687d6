import type { CompanyBulkInput } from "../../../shared/schemas/companies.ts";
import type { UndoJobInput } from "../../../shared/schemas/jobs.ts";
import { beginJob, type JobAnswer } from "../../jobs/begin-job.ts";
import type { JobDeps } from "../../jobs/handlers.ts";
import { undoJob } from "../../jobs/undo-job.ts";

export async function changeManyCompanies(
  deps: JobDeps,
  { requestId, act, ids }: CompanyBulkInput,
): Promise<JobAnswer> {
  return await beginJob(deps, { kind: "company-bulk", requestId, input: act, subjectIds: ids });
}

export async function undoManyCompanies(deps: JobDeps, input: UndoJobInput): Promise<JobAnswer> {
  return await undoJob(deps, input, { of: "company-bulk", by: "company-bulk-undo" });
}
