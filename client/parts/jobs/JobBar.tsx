import { LoaderCircle } from "lucide-react";
import type { Job } from "../../../shared/jobs.ts";
import { formatNumber } from "../../lib/format.ts";
import { notify } from "../../lib/notices.ts";
import { useStore } from "../../lib/store.ts";
import { trpc } from "../../lib/trpc.ts";
import { Button } from "../../ui/button.tsx";
import { lazyDialog } from "../../ui/lazy-dialog.tsx";
import { Progress } from "../../ui/progress.tsx";
import { undoOffer } from "../undo.ts";
import { shownResult } from "./started-jobs.ts";
import { useRunningJobs } from "./use-jobs.ts";
import { canUndo, useUndoBulk } from "./use-undo-bulk.ts";

const JobResult = lazyDialog(() => import("./JobResult.tsx"), "JobResult");

/** Says in the bar how far long work is; it goes on while one does something else. */
export function JobBar() {
  const undo = useUndoBulk();
  const running = useRunningJobs((job) => tellEnd(job, undo));
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

function tellEnd(job: Job, undo: (job: Job) => void): void {
  // Its dialog is open, and says it.
  if (shownResult.get() === job.id) return;
  const done = job.done - job.refused;
  const words = `${formatNumber(done)} of ${formatNumber(job.total)} done`;
  const show = { label: "Show result", run: () => shownResult.set(job.id) };
  if (job.state === "failed") {
    notify({ kind: "error", title: job.title, message: `It stopped: ${words}.`, action: show });
  } else if (job.refused > 0) {
    const refused = `${words}, ${formatNumber(job.refused)} refused`;
    notify({ kind: "error", title: job.title, message: refused, action: show });
  } else {
    notify({
      ...{ kind: "success", title: job.title, message: words },
      ...(canUndo(job) ? undoOffer(job.id, () => undo(job)) : { action: show }),
    });
  }
}
