import { isEnded, type Job } from "../../../shared/jobs.ts";
import { readFailure } from "../../lib/errors.ts";
import { trpc } from "../../lib/trpc.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogClose, DialogContent, DialogFooter } from "../../ui/dialog.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { ImportProgress } from "../import/ImportProgress.tsx";
import { ListTrouble } from "../list/ListTrouble.tsx";
import { resultInWords } from "./job-words.ts";
import { canUndo, useUndoBulk } from "./use-undo-bulk.ts";

interface JobResultProps {
  id: string;
  onClose: () => void;
}

/** What came of long work: how many, and of each that was refused why. */
export function JobResult({ id, onClose }: JobResultProps) {
  const result = trpc.jobs.get.useQuery({ id }, { meta: { showsError: true } });
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
        description={job && resultInWords(job, refusals.length - job.refused)}
        className="max-w-130"
      >
        {result.isError && (
          <ListTrouble failure={readFailure(result.error)} retry={() => void result.refetch()} />
        )}
        {result.isPending && <Skeleton className="h-24" />}
        {refusals.length > 0 && (
          <ul className="max-h-80 divide-y overflow-y-auto rounded-md border">
            {refusals.map(({ subject, message }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: of what may not be seen all have one name.
              <li key={at} className="px-3 py-2">
                <p dir="auto" className="truncate font-medium">
                  {subject}
                </p>
                <p className="text-muted-foreground text-sm">{message}</p>
              </li>
            ))}
          </ul>
        )}
        <DialogFooter>
          {job && isEnded(job) && canUndo(job) && (
            <DialogClose asChild>
              <Button variant="outline" onClick={() => undo(job)}>
                Undo what was done
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

/** Of which more is to be told: what was made, changed and left. */
function isImport({ kind }: Job): boolean {
  return kind === "user-import" || kind === "company-import";
}
