import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { bulkAtOnce } from "../../../../shared/tickets/bulk.ts";
import { formatNumber } from "../../../components/format/format.ts";
import { shownResult } from "../../../components/jobs/started-jobs.ts";
import { type DoneJob, useBulkJob } from "../../../components/jobs/use-bulk-job.ts";
import { notify } from "../../../components/notices.ts";
import { returnToRow } from "../../../components/table/row-to-return-to.ts";
import { fetchUnseen } from "../../../data/calls/invalidation.ts";
import { newRequestId } from "../../../data/calls/request-id.ts";
import { readFailure, tellRefused } from "../../../data/errors.ts";
import { sendOrWait } from "../../../data/offline-queue.ts";
import { useViewer } from "../../../data/session/viewer.ts";
import { addPendingBulk, dropPendingBulk } from "../actions/optimistic.ts";
import { type BulkChange, inWords } from "./bulk-changes.ts";

/** Which tickets are changed; of one alone its number is known, for words. */
export interface BulkTarget {
  ids: readonly string[];
  number?: number | undefined;
}

type RunBulk = (target: BulkTarget, change: BulkChange) => Promise<boolean>;

/**
 * Changes some tickets: few at once and shown before the server answers, many as a job. True once
 * the server has taken it, whatever it refused, or where it waits for the line.
 */
export function useTicketBulk(): RunBulk {
  const queryClient = useQueryClient();
  const { id: personId } = useViewer();
  const begin = useBulkJob();

  return useCallback(
    async ({ ids, number }, change) => {
      const waiting = Promise.withResolvers<boolean>();
      const what = inWords(ids.length, number);
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
            tellDone: (done) => tellDone(done, number, change),
            onUndo() {
              dropPendingBulk(requestId);
              const [first, ...others] = ids;
              if (first && others.length === 0) returnToRow(first);
            },
          });
          return true;
        } catch (error) {
          const title = `${what} ${ids.length === 1 ? "was" : "were"} not changed`;
          tellRefused(title, readFailure(error), () => void run(requestId));
          return false;
        } finally {
          // Until the lists have it from the server they show it from here.
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

function tellDone(
  { job, refusals, offer }: DoneJob,
  number: number | undefined,
  change: BulkChange,
): void {
  const [first, ...others] = refusals;
  if (!first) {
    notify({
      ...{ kind: "success", message: change.done(inWords(job.total, number)) },
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
        ? `${inWords(job.total, number)} ${job.total === 1 ? "was" : "were"} not changed`
        : `${change.done(`${formatNumber(done)} of ${inWords(job.total)}`)}`,
    message: `${first.subject}: ${first.message}${rest}`,
    ...(offer.takesBack && { takesBack: offer.takesBack }),
    ...(job.total > 1 && {
      action: { label: "Show result", run: () => shownResult.set(job.id) },
    }),
  });
}
