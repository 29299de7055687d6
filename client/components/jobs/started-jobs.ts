import { createUserStore } from "../../data/session/forget.ts";

/** Whose result is shown, if any. */
export const shownResult = createUserStore<string | null>(null);

/** Those begun here of which the end was not told yet. */
export const startedJobs = createUserStore<readonly string[]>([]);

export function noteStartedJob(jobId: string): void {
  startedJobs.set([...startedJobs.get(), jobId]);
}
