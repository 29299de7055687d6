import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { isEnded, type Job } from "../../../shared/jobs.ts";
import { invalidate } from "../../data/calls/invalidation.ts";
import { useStore } from "../../data/store.ts";
import { trpc } from "../../data/trpc.ts";
import { startedJobs } from "./started-jobs.ts";

const whileRunningMs = 500;

/** One's jobs that are under way, those from before a reload too; of each the end is told once. */
export function useRunningJobs(onEnd: (job: Job) => void): Job[] {
  const utils = trpc.useUtils();
  const queryClient = useQueryClient();
  const started = useStore(startedJobs);
  const { data } = trpc.jobs.list.useQuery(undefined, {
    meta: { showsError: true },
    refetchInterval: ({ state }) =>
      state.data?.jobs.some((job) => !isEnded(job)) ? whileRunningMs : false,
  });
  const jobs = data?.jobs;
  const latestOnEnd = useRef(onEnd);
  latestOnEnd.current = onEnd;
  const seenRunning = useRef(new Set<string>());

  // What is started is asked for at once.
  const waitsFor = started.length;
  useEffect(() => {
    if (waitsFor > 0) void utils.jobs.list.invalidate();
  }, [waitsFor, utils]);

  useEffect(() => {
    for (const job of jobs ?? []) {
      if (!isEnded(job)) seenRunning.current.add(job.id);
      else if (seenRunning.current.delete(job.id) || startedJobs.get().includes(job.id)) {
        startedJobs.set(startedJobs.get().filter((id) => id !== job.id));
        latestOnEnd.current(job);
        invalidate(queryClient, "ticket", "list", "counts", "users", "companies");
      }
    }
  }, [jobs, queryClient]);

  return (jobs ?? []).filter((job) => !isEnded(job));
}
