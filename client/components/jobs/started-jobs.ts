import { createUserStore } from "../../data/session/forget.ts";

/** The job whose result is shown, if any. */
export const shownResult = createUserStore<string | null>(null);

/** Jobs started here whose end has not been reported yet. */
export const startedJobs = createUserStore<readonly string[]>([]);

export function noteStartedJob(jobId: string): void {
  startedJobs.set([...startedJobs.get(), jobId]);
}
