import { useCallback } from "react";
import { isEnded, type Job, type JobRefusal } from "../../../shared/jobs.ts";
import type { Notice } from "../notices.ts";
import { remembered, trackUndo } from "../undo.ts";
import { noteStartedJob } from "./started-jobs.ts";
import { offerUndo, useUndoBulk } from "./use-undo-bulk.ts";

interface BulkJob {
  requestId: string;
  /** The name of a single target: `#1042`. */
  one?: string | undefined;
  /** It cannot be undone. */
  isForGood?: boolean;
  send: () => Promise<{ job: Job; refusals: JobRefusal[] }>;
  /** Called for small jobs, which are done by now; the job bar reports the end of large ones. */
  tellDone: (done: DoneJob) => void;
  /** Called when it is undone, possibly before the server has answered. */
  onUndo?: () => void;
}

export interface DoneJob {
  job: Job;
  refusals: readonly JobRefusal[];
  /** The notice's Undo action. */
  offer: Pick<Notice, "action" | "takesBack">;
}

/** Changes many records, and can be undone immediately. Rejects if the server refuses it. */
export function useBulkJob(): (bulk: BulkJob) => Promise<void> {
  const undo = useUndoBulk();
  return useCallback(
    async ({ requestId, one, isForGood, send, tellDone, onUndo }) => {
      const answer = isForGood ? remembered : trackUndo(requestId, onUndo);
      try {
        const { job, refusals } = await send();
        const takeBack = (job: Job) => {
          onUndo?.();
          undo(job, one);
        };
        const offer = offerUndo(job, takeBack, answer);
        if (!offer) return;
        if (isEnded(job)) tellDone({ job, refusals, offer });
        else noteStartedJob(job.id);
      } catch (error) {
        answer(null);
        throw error;
      }
    },
    [undo],
  );
}
