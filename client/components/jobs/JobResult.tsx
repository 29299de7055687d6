import { isEnded, type Job, type JobRefusal } from "../../../shared/jobs.ts";
import { readFailure } from "../../data/errors.ts";
import { trpc } from "../../data/trpc.ts";
import { formatNumber } from "../format/format.ts";
import { ImportProgress } from "../import/ImportProgress.tsx";
import { ListError } from "../table/ListError.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog, DialogClose, DialogContent, DialogFooter } from "../ui/dialog.tsx";
import { ScrollPane } from "../ui/scroll-pane.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { describeResult, refusalsByReason } from "./describe-job.ts";
import { canUndo, useUndoBulk } from "./use-undo-bulk.ts";

interface JobResultProps {
  id: string;
  onClose: () => void;
}

/** The result of a job: the counts, and what was skipped and why. */
export function JobResult({ id, onClose }: JobResultProps) {
  const known = trpc
    .useUtils()
    .jobs.list.getData()
    ?.jobs.find((job) => job.id === id);
  const result = trpc.jobs.get.useQuery(
    { id },
    {
      meta: { showsError: true },
      // The bar already has the counts. Only the skipped records are still missing.
      placeholderData: known && { job: known, refusals: [] },
    },
  );
  const undo = useUndoBulk();
  const job = result.data?.job;
  const refusals = result.data?.refusals ?? [];
  if (job && isImport(job)) {
    return (
      <Dialog open onOpenChange={(open) => !open && onClose()}>
        <DialogContent title={job.title} className="max-w-180">
          <ImportProgress jobId={id} />
        </DialogContent>
      </Dialog>
    );
  }
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={job?.title ?? "Result"}
        description={job && describeResult(job, refusals.length - job.refused)}
        className="max-w-130"
      >
        {result.isError && (
          <ListError failure={readFailure(result.error)} retry={() => void result.refetch()} />
        )}
        {(result.isPending || (result.isPlaceholderData && known?.refused !== 0)) && (
          <Skeleton className="h-24" />
        )}
        {refusals.length > 0 && <Refusals refusals={refusals} />}
        <DialogFooter>
          {job && isEnded(job) && canUndo(job) && (
            <DialogClose asChild>
              <Button variant="outline" onClick={() => undo(job)}>
                {undoLabel(job.done - job.refused)}
              </Button>
            </DialogClose>
          )}
          <DialogClose asChild>
            <Button variant="outline">Close</Button>
          </DialogClose>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}

function undoLabel(count: number): string {
  return count === 1 ? "Undo the change" : `Undo the ${formatNumber(count)} changes`;
}

/** Each reason, with the records skipped for it. */
function Refusals({ refusals }: { refusals: readonly JobRefusal[] }) {
  return (
    <ScrollPane className="max-h-80 rounded-md border">
      <ul aria-label="Skipped" className="divide-y">
        {refusalsByReason(refusals).map(({ message, subjects }) => (
          <li key={message}>
            <p className="sticky top-0 bg-popover px-3 pt-2 pb-1 font-medium">{message}</p>
            <ul className="px-3 pb-2 text-muted-foreground text-sm">
              {subjects.map(({ name, count }) => (
                <li key={name} className="flex gap-2 py-0.5">
                  <span dir="auto" data-hint={name} data-hint-cut="" className="truncate">
                    {name}
                  </span>
                  {count > 1 && (
                    <span className="shrink-0 tabular-nums">× {formatNumber(count)}</span>
                  )}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </ScrollPane>
  );
}

/** Imports have their own result view. */
function isImport({ kind }: Job): boolean {
  return kind === "user-import" || kind === "company-import";
}
