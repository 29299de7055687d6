import { useQueryClient } from "@tanstack/react-query";
import { LoaderCircle } from "lucide-react";
import { useEffect, useRef } from "react";
import { isEnded, type Job } from "../../../shared/jobs.ts";
import { invalidate } from "../../data/calls/invalidation.ts";
import { useStore } from "../../data/store.ts";
import { trpc } from "../../data/trpc.ts";
import { formatNumber } from "../format/format.ts";
import { notify } from "../notices.ts";
import { Button } from "../ui/button.tsx";
import { Progress } from "../ui/progress.tsx";
import { undoOffer } from "../undo.ts";
import { describeEnd, takesBack } from "./describe-job.ts";
import { JobResult } from "./JobResult.tsx";
import { shownResult, startedJobs } from "./started-jobs.ts";
import { canUndo, useUndoBulk } from "./use-undo-bulk.ts";

/** Shows the progress of jobs, which run in the background. */
export function JobBar() {
  const undo = useUndoBulk();
  const utils = trpc.useUtils();
  /** An undo that only partly succeeded is not shown as a success. */
  const showEnd = async (job: Job) => {
    const asked = takesBack(job.kind)
      ? await utils.jobs.get.fetch({ id: job.id }).catch(() => null)
      : null;
    notifyEnd(job, asked ? asked.refusals.length - asked.job.refused : 0, undo);
  };
  const running = useRunningJobs((job) => void showEnd(job));
  const shown = useStore(shownResult);
  return (
    <>
      {running.map((job) => (
        <RunningJob key={job.id} job={job} />
      ))}
      {shown !== null && <JobResult id={shown} onClose={() => shownResult.set(null)} />}
    </>
  );
}

function RunningJob({ job }: { job: Job }) {
  const utils = trpc.useUtils();
  const cancel = trpc.jobs.cancel.useMutation({
    onSettled: () => utils.jobs.list.invalidate(),
  });
  return (
    <div
      role="status"
      className="flex min-h-9 shrink-0 items-center gap-3 border-b bg-background px-4 text-sm"
    >
      <LoaderCircle className="animate-spin text-primary motion-reduce:animate-none" />
      <span className="min-w-0 truncate">{job.title}</span>
      <Progress
        label={job.title}
        value={job.done}
        max={Math.max(1, job.total)}
        className="flex-1"
      />
      <span className="tabular-nums text-muted-foreground">{formatNumber(job.done)}</span>
      <Button
        size="sm"
        variant="ghost"
        disabled={cancel.isPending}
        onClick={() => cancel.mutate({ id: job.id })}
      >
        Cancel
      </Button>
    </div>
  );
}

function notifyEnd(job: Job, inPart: number, undo: (job: Job) => void): void {
  // Its result dialog is open and shows it.
  if (shownResult.get() === job.id) return;
  const isCancelled = job.state === "cancelled";
  const words = `${isCancelled ? "Cancelled: " : ""}${describeEnd(job, inPart)}`;
  const show = { label: "Show result", run: () => shownResult.set(job.id) };
  if (job.state === "failed") {
    notify({ kind: "error", title: job.title, message: `It stopped: ${words}.`, action: show });
  } else if (job.refused + inPart > 0) {
    notify({ kind: "error", title: job.title, message: words, action: show, takesBack: job.id });
  } else {
    notify({
      kind: isCancelled ? "info" : "success",
      title: job.title,
      message: words,
      ...(canUndo(job) ? undoOffer(job.id, () => undo(job)) : { action: show }),
    });
  }
}

const whileRunningMs = 500;

/** The person's running jobs, including those from before a reload. Each end is reported once. */
function useRunningJobs(onEnd: (job: Job) => void): Job[] {
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

  // Refetches as soon as a job is started.
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
