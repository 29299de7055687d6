import { useCallback } from "react";
import { isEnded, type Job, type JobRefusal } from "../../../shared/jobs.ts";
import type { Notice } from "../notices.ts";
import { remembered, trackUndo } from "../undo.ts";
import { noteStartedJob } from "./started-jobs.ts";
import { offerUndo, useUndoBulk } from "./use-undo-bulk.ts";

interface BulkJob {
  requestId: string;
  /** How what is changed is called, where that is one alone: `#1042`. */
  one?: string | undefined;
  /** It cannot be taken back. */
  isForGood?: boolean;
  send: () => Promise<{ job: Job; refusals: JobRefusal[] }>;
  /** Of few, which are done by now; the job of many tells its own end. */
  tellDone: (done: DoneJob) => void;
  /** As it is taken back, also where the server has not answered yet. */
  onUndo?: () => void;
}

export interface DoneJob {
  job: Job;
  refusals: readonly JobRefusal[];
  /** Its Undo, for the notice. */
  offer: Pick<Notice, "action" | "takesBack">;
}

/** Changes many, which can be taken back from this moment on. Fails where the server did not take it. */
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
