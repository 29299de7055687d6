import { createOwnStore } from "../../data/session/forget.ts";

/** Whose result is shown, if any. */
export const shownResult = createOwnStore<string | null>(null);

/** Those begun here of which the end was not told yet. */
export const startedJobs = createOwnStore<readonly string[]>([]);

export function noteStartedJob(jobId: string): void {
  startedJobs.set([...startedJobs.get(), jobId]);
}
