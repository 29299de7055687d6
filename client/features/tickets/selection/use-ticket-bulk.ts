import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { bulkAtOnce } from "../../../../shared/tickets/bulk.ts";
import { formatNumber } from "../../../components/format/format.ts";
import { shownResult } from "../../../components/jobs/started-jobs.ts";
import { type DoneJob, useBulkJob } from "../../../components/jobs/use-bulk-job.ts";
import { notify } from "../../../components/notices.ts";
import { returnToRow } from "../../../components/table/use-list-cursor.ts";
import { fetchUnseen } from "../../../data/calls/invalidation.ts";
import { newRequestId } from "../../../data/calls/request-id.ts";
import { notifyError, readFailure } from "../../../data/errors.ts";
import { sendOrWait } from "../../../data/offline-queue.ts";
import { useViewer } from "../../../data/session/viewer.ts";
import { addPendingBulk, dropPendingBulk } from "../actions/optimistic.ts";
import { type BulkChange, countWords } from "./bulk-changes.ts";

/** The tickets to change; the number of a single one is for notices. */
export interface BulkTarget {
  ids: readonly string[];
  number?: number | undefined;
}

type RunBulk = (target: BulkTarget, change: BulkChange) => Promise<boolean>;

/**
 * Changes several tickets: a few optimistically, many as a background job. True once the server has
 * accepted it, even with refusals, or it is queued offline.
 */
export function useTicketBulk(): RunBulk {
  const queryClient = useQueryClient();
  const { id: personId } = useViewer();
  const begin = useBulkJob();

  return useCallback(
    async ({ ids, number }, change) => {
      const waiting = Promise.withResolvers<boolean>();
      const what = countWords(ids.length, number);
      const run = async (requestId: string): Promise<boolean> => {
        if (ids.length <= bulkAtOnce) {
          addPendingBulk({ requestId, ids: new Set(ids), show: change.show });
        }
        const input = { requestId, act: change.act, ids: [...ids] };
        const act = { call: "bulk", input, personId, what } as const;
        try {
          await begin({
            requestId,
            one: number === undefined ? undefined : what,
            send: () => sendOrWait(act, "bulk", () => waiting.resolve(true)),
            tellDone: (done) => notifyDone(done, number, change),
            onUndo() {
              dropPendingBulk(requestId);
              const [first, ...others] = ids;
              if (first && others.length === 0) returnToRow(first);
            },
          });
          return true;
        } catch (error) {
          const title = `Couldn't change ${what}`;
          notifyError(title, readFailure(error), () => void run(requestId));
          return false;
        } finally {
          // Optimistic until the lists have loaded the change.
          void fetchUnseen(queryClient, "ticket", "list", "counts").finally(() =>
            dropPendingBulk(requestId),
          );
        }
      };
      return await Promise.race([run(newRequestId()), waiting.promise]);
    },
    [begin, personId, queryClient],
  );
}

function notifyDone(
  { job, refusals, offer }: DoneJob,
  number: number | undefined,
  change: BulkChange,
): void {
  const [first, ...others] = refusals;
  if (!first) {
    notify({
      kind: "success",
      message: change.done(countWords(job.total, number)),
      ...offer,
    });
    return;
  }
  const done = job.done - job.refused;
  const rest = others.length === 0 ? "" : ` And ${formatNumber(others.length)} more.`;
  notify({
    kind: "error",
    title:
      done === 0
        ? `Couldn't change ${countWords(job.total, number)}`
        : `${change.done(`${formatNumber(done)} of ${countWords(job.total)}`)}`,
    message: `${first.subject}: ${first.message}${rest}`,
    ...(offer.takesBack && { takesBack: offer.takesBack }),
    ...(job.total > 1 && {
      action: { label: "Show result", run: () => shownResult.set(job.id) },
    }),
  });
}
