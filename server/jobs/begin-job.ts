import { type Job, type JobRefusal, jobLimits } from "../../shared/jobs.ts";
import type { JobDeps } from "./handlers.ts";
import { getJob } from "./queries.ts";
import { runJobSlice } from "./run-slice.ts";
import { type NewJob, startJob } from "./start-job.ts";

export interface JobAnswer {
  job: Job;
  refusals: JobRefusal[];
}

/** Few are done when this answers; many go on by themselves. */
export async function beginJob(deps: JobDeps, job: Omit<NewJob, "leased">): Promise<JobAnswer> {
  // In one order, so that two who change the same do not wait for each other.
  const subjectIds = [...new Set(job.subjectIds)].sort();
  const leased = subjectIds.length <= jobLimits.slice;
  const { jobId } = await startJob(deps, { ...job, subjectIds, leased });
  if (leased) await runJobSlice(deps, jobId);
  return await getJob(deps, jobId);
}
