import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { isEnded } from "../../../shared/jobs.ts";
import { invalidate } from "../../data/calls/invalidation.ts";
import { readFailure } from "../../data/errors.ts";
import { trpc } from "../../data/trpc.ts";
import { formatNumber } from "../format/format.ts";
import { ListTrouble } from "../table/ListTrouble.tsx";
import { Button } from "../ui/button.tsx";
import { DialogClose, DialogFooter } from "../ui/dialog.tsx";
import { Progress } from "../ui/progress.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { ImportOutcome } from "./ImportOutcome.tsx";

const everyMs = 500;

/** How far it is; and in the end what came of it. */
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
    return <ListTrouble failure={readFailure(result.error)} retry={() => void result.refetch()} />;
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
