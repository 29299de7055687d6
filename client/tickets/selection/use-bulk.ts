import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { isEnded, type Job, type JobRefusal } from "../../../shared/jobs.ts";
import { bulkAtOnce } from "../../../shared/tickets/bulk.ts";
import { newRequestId } from "../../lib/calls/request-id.ts";
import { readFailure } from "../../lib/errors.ts";
import { formatNumber } from "../../lib/format.ts";
import { sendOrWait } from "../../lib/line/outbox.ts";
import { type Notice, notify } from "../../lib/notices.ts";
import { useViewer } from "../../lib/session/viewer.ts";
import { noteStartedJob, shownResult } from "../../parts/jobs/started-jobs.ts";
import { offerUndo, useUndoBulk } from "../../parts/jobs/use-undo-bulk.ts";
import { trackAct } from "../../parts/undo.ts";
import { type BulkChange, inWords } from "./bulk-changes.ts";
import { addPendingBulk, dropPendingBulk } from "./pending-bulk.ts";

/** Which tickets are changed; of one alone its number is known, for words. */
export interface BulkTarget {
  ids: readonly string[];
  number?: number | undefined;
}

export type RunBulk = (target: BulkTarget, change: BulkChange) => Promise<boolean>;

/**
 * Changes some tickets: few at once and shown before the server answers, many as a job. True once
 * the server has taken it, whatever it refused, or where it waits for the line.
 */
export function useBulk(): RunBulk {
  const queryClient = useQueryClient();
  const { id: personId } = useViewer();
  const undo = useUndoBulk();

  return useCallback(
    async ({ ids, number }, change) => {
      const waiting = Promise.withResolvers<boolean>();
      const run = async (requestId: string): Promise<boolean> => {
        if (ids.length <= bulkAtOnce) {
          addPendingBulk({ requestId, ids: new Set(ids), show: change.show });
        }
        const taken = trackAct(requestId, () => dropPendingBulk(requestId));
        const input = { requestId, act: change.act, ids: [...ids] };
        const what = inWords(ids.length, number);
        try {
          const { job, refusals } = await sendOrWait(
            { call: "bulk", input, personId, what },
            "bulk",
            () => waiting.resolve(true),
          );
          const offer = offerUndo(job, undo, taken);
          if (!offer) return true;
          if (isEnded(job)) tellDone({ job, refusals, number, change, offer });
          else noteStartedJob(job.id);
          return true;
        } catch (error) {
          taken(null);
          const { status, message } = readFailure(error);
          if (status !== 401) {
            notify({
              kind: "error",
              title: `${what} ${ids.length === 1 ? "was" : "were"} not changed`,
              message,
              action: { label: "Retry", run: () => void run(requestId) },
            });
          }
          return false;
        } finally {
          // Until the lists have it from the server they show it from here.
          void queryClient
            .invalidateQueries({ queryKey: [["tickets"]] })
            .finally(() => dropPendingBulk(requestId));
        }
      };
      return await Promise.race([run(newRequestId()), waiting.promise]);
    },
    [personId, undo, queryClient],
  );
}

interface DoneBulk {
  job: Job;
  refusals: readonly JobRefusal[];
  number: number | undefined;
  change: BulkChange;
  offer: Pick<Notice, "action" | "takesBack">;
}

function tellDone({ job, refusals, number, change, offer }: DoneBulk): void {
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
    ...(job.total > 1 && {
      action: { label: "Show result", run: () => shownResult.set(job.id) },
    }),
  });
}
