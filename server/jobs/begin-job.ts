import { type Job, type JobRefusal, jobLimits } from "../../shared/jobs.ts";
import type { JobDeps } from "./handlers.ts";
import { getJob } from "./queries.ts";
import { runJobSlice } from "./run-slice.ts";
import { type NewJob, startJob } from "./start-job.ts";

export interface JobAnswer {
  job: Job;
  refusals: JobRefusal[];
}

/** Small jobs are done when this returns; large ones continue in the background. */
export async function beginJob(deps: JobDeps, job: Omit<NewJob, "leased">): Promise<JobAnswer> {
  // Sorted, so that two jobs over the same records do not deadlock.
  const subjectIds = [...new Set(job.subjectIds)].sort();
  const leased = subjectIds.length <= jobLimits.slice;
  const { jobId } = await startJob(deps, { ...job, subjectIds, leased });
  if (leased) await runJobSlice(deps, jobId);
  return await getJob(deps, jobId);
}
