import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { isEnded, type Job, type JobRefusal } from "../../../shared/jobs.ts";
import { undoMs } from "../../../shared/undo-time.ts";
import { invalidate } from "../../data/calls/invalidation.ts";
import { newRequestId } from "../../data/calls/request-id.ts";
import { errorReason, isSessionOver, notifyError, readFailure } from "../../data/errors.ts";
import { trpc } from "../../data/trpc.ts";
import { formatNumber } from "../format/format.ts";
import { type Notice, notify } from "../notices.ts";
import { type Answer, forgetUndo, undoOffer } from "../undo.ts";
import { noteStartedJob, shownResult } from "./started-jobs.ts";

const atOnce = { meta: { showsError: true }, networkMode: "always" } as const;

/** The kinds of job that can be undone, and how the notice names what they changed. */
const changed: Partial<Record<Job["kind"], (count: number) => string>> = {
  "ticket-bulk": (count) => `in ${count === 1 ? "1 ticket" : `${formatNumber(count)} tickets`}`,
  "user-bulk": (count) => `for ${count === 1 ? "1 user" : `${formatNumber(count)} users`}`,
  "company-bulk": (count) => `in ${count === 1 ? "1 company" : `${formatNumber(count)} companies`}`,
};

/** Whether this job can still be undone. */
export function canUndo(job: Job): boolean {
  return changed[job.kind] !== undefined && job.done > job.refused && job.undoLeftMs > 0;
}

/**
 * The Undo action for a job's notice and the Z key, while it can be undone. Null if undo was already
 * requested before the server answered.
 */
export function offerUndo(
  job: Job,
  undo: (job: Job) => void,
  answer: Answer,
): Pick<Notice, "action" | "takesBack"> | null {
  const run = () => undo(job);
  const isLasting = job.undoLeftMs === 0 || (isEnded(job) && !canUndo(job));
  if (answer(isLasting ? null : { actId: job.id, until: Date.now() + undoMs, undo: run })) {
    return null;
  }
  return isLasting ? {} : undoOffer(job.id, run);
}

/** Undoes a job; a running one stops, and what it did so far is undone. */
export function useUndoBulk(): (job: Job, one?: string) => void {
  const queryClient = useQueryClient();
  const { mutateAsync: undoTickets } = trpc.tickets.undoBulk.useMutation(atOnce);
  const { mutateAsync: undoUsers } = trpc.users.undoBulk.useMutation(atOnce);
  const { mutateAsync: undoCompanies } = trpc.companies.undoBulk.useMutation(atOnce);
  return useCallback(
    (job: Job, one?: string) => {
      const others: Partial<Record<Job["kind"], typeof undoTickets>> = {
        "user-bulk": undoUsers,
        "company-bulk": undoCompanies,
      };
      const send = others[job.kind] ?? undoTickets;
      const undo = async (requestId: string): Promise<void> => {
        try {
          notifyUndone(job, one, await send({ requestId, jobId: job.id }));
        } catch (error) {
          const failure = readFailure(error);
          if (isSessionOver(failure)) return;
          notifyError("Couldn't undo this", failure, () => void undo(requestId));
        }
        invalidate(queryClient, "ticket", "list", "counts", "users", "companies");
      };
      forgetUndo(job.id);
      void undo(newRequestId());
    },
    [queryClient, undoTickets, undoUsers, undoCompanies],
  );
}

function notifyUndone(
  undone: Job,
  one: string | undefined,
  { job, refusals }: { job: Job; refusals: readonly JobRefusal[] },
): void {
  if (!isEnded(job)) {
    noteStartedJob(job.id);
    return;
  }
  const done = job.done - job.refused;
  const words = one ? `in ${one}` : (changed[undone.kind]?.(done) ?? "");
  const [first, ...others] = refusals;
  if (!first) {
    const message = done > 0 ? `Undone ${words}` : "Nothing left to undo";
    notify({ kind: "info", message });
    return;
  }
  notify({
    kind: "error",
    title: done > 0 ? `Partly undone ${words}` : "Couldn't undo this",
    message: errorReason(first.subject, first.message),
    ...(others.length > 0 && {
      action: { label: "Show result", run: () => shownResult.set(job.id) },
    }),
  });
}
