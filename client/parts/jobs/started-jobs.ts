import { createStore } from "../../lib/store.ts";

/** Whose result is shown, if any. */
export const shownResult = createStore<string | null>(null);

/** Those begun here of which the end was not told yet. */
export const startedJobs = createStore<readonly string[]>([]);

export function noteStartedJob(jobId: string): void {
  startedJobs.set([...startedJobs.get(), jobId]);
}
