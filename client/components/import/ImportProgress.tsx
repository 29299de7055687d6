import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { ImportResult } from "../../../shared/imports.ts";
import { isEnded } from "../../../shared/jobs.ts";
import { invalidate } from "../../data/calls/invalidation.ts";
import { readFailure } from "../../data/errors.ts";
import { trpc } from "../../data/trpc.ts";
import { formatNumber } from "../format/format.ts";
import { ListError } from "../table/ListError.tsx";
import { Button } from "../ui/button.tsx";
import { DialogClose, DialogFooter } from "../ui/dialog.tsx";
import { Progress } from "../ui/progress.tsx";
import { ScrollPane } from "../ui/scroll-pane.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { CountRow } from "./CountRow.tsx";

const everyMs = 500;

/** Progress while the import runs, then its outcome. */
export function ImportProgress({ jobId }: { jobId: string }) {
  const queryClient = useQueryClient();
  const result = trpc.imports.result.useQuery(
    { jobId },
    {
      staleTime: 0,
      meta: { showsError: true },
      refetchInterval: ({ state }) => (state.data && isEnded(state.data.job) ? false : everyMs),
    },
  );
  const cancel = trpc.jobs.cancel.useMutation({ onSettled: () => void result.refetch() });
  const ended = result.data !== undefined && isEnded(result.data.job);
  useEffect(() => {
    if (ended) invalidate(queryClient, "users", "companies");
  }, [ended, queryClient]);

  if (result.isError && !result.data) {
    return <ListError failure={readFailure(result.error)} retry={() => void result.refetch()} />;
  }
  if (!result.data) return <Skeleton className="h-24" />;
  const { job } = result.data;
  return (
    <>
      {ended ? (
        <ImportOutcome result={result.data} />
      ) : (
        <div role="status" className="flex flex-col gap-2">
          <p>
            {formatNumber(job.done)} of {formatNumber(job.total)} rows
          </p>
          <Progress label={job.title} value={job.done} max={Math.max(1, job.total)} />
          <p className="text-muted-foreground text-sm">
            The import continues in the background. You can close this.
          </p>
        </div>
      )}
      <DialogFooter>
        {!ended && (
          <Button
            variant="outline"
            disabled={cancel.isPending}
            onClick={() => cancel.mutate({ id: jobId })}
          >
            Cancel import
          </Button>
        )}
        <DialogClose asChild>
          <Button>Close</Button>
        </DialogClose>
      </DialogFooter>
    </>
  );
}

/** The outcome, with a reason for each skipped row. */
function ImportOutcome({ result }: { result: ImportResult }) {
  const { job, counts, refused, hasFile } = result;
  const left = job.total - job.done;
  return (
    <div className="flex flex-col gap-3">
      {job.state !== "done" && (
        <p
          role="alert"
          className="rounded-md border border-note-border bg-note px-3 py-2 text-note-foreground"
        >
          {job.state === "cancelled" ? "Import cancelled" : "Import stopped"} with{" "}
          {formatNumber(left)} {left === 1 ? "row" : "rows"} not started. Imported rows stay. Import
          the same file again to continue; nothing is duplicated.
        </p>
      )}
      <CountRow
        label="Result"
        counts={counts}
        words={{ created: "created", updated: "updated", skipped: "unchanged", refused: "skipped" }}
      />
      {refused.length > 0 && (
        <>
          <ScrollPane className="max-h-64 rounded-lg border">
            <ul aria-label="Skipped rows" className="divide-y text-sm">
              {refused.map(({ subject, message }) => (
                <li key={subject} className="px-3 py-1.5">
                  <p
                    dir="auto"
                    data-hint={subject}
                    data-hint-cut=""
                    className="truncate font-medium"
                  >
                    {subject}
                  </p>
                  <p dir="auto" className="break-words text-muted-foreground">
                    {message}
                  </p>
                </li>
              ))}
              {counts.refused > refused.length && (
                <li className="px-3 py-1.5 text-muted-foreground">
                  and {formatNumber(counts.refused - refused.length)} more. The file lists all of
                  them.
                </li>
              )}
            </ul>
          </ScrollPane>
          {hasFile && (
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <Button asChild size="sm" variant="outline">
                <a href={`/node/imports/${job.id}/refused`} download>
                  Download skipped rows (CSV)
                </a>
              </Button>
              <p className="text-muted-foreground text-sm">
                Fix them and import the file again. It is available for a day.
              </p>
            </div>
          )}
        </>
      )}
    </div>
  );
}
