import { useCallback } from "react";
import { isEnded, type Job, type JobRefusal } from "../../shared/jobs.ts";
import { type UserBulkAct, userBulkDone } from "../../shared/user-bulk.ts";
import { newRequestId } from "../lib/calls/request-id.ts";
import { readFailure } from "../lib/errors.ts";
import { notify } from "../lib/notices.ts";
import { trpc } from "../lib/trpc.ts";
import { noteStartedJob, shownResult } from "../parts/jobs/started-jobs.ts";
import { offerUndo, useUndoBulk } from "../parts/jobs/use-undo-bulk.ts";
import { trackAct } from "../parts/undo.ts";
import { useUserCache } from "./user-cache.ts";

/** Of one alone whose name is known: `Otto was disabled`. */
export interface BulkWords {
  done: string;
  refused: string;
}

/** Changes many: few at once, many as a job that goes on by itself. Answers whether it was taken. */
export function useUserBulk() {
  const cache = useUserCache();
  const undo = useUndoBulk();
  const { mutateAsync: send } = trpc.users.bulk.useMutation({
    ...{ meta: { showsError: true }, networkMode: "always" },
  });
  return useCallback(
    async function run(
      ids: readonly string[],
      act: UserBulkAct,
      words?: BulkWords,
      requestId = newRequestId(),
    ): Promise<boolean> {
      const answer = trackAct(requestId, () => undefined);
      try {
        const { job, refusals } = await send({ requestId, act, ids: [...ids] });
        cache.refresh();
        const offer = offerUndo(job, undo, answer);
        if (!offer) return true;
        if (!isEnded(job)) noteStartedJob(job.id);
        else tellDone({ job, act, refusals, words, offer });
        return true;
      } catch (error) {
        answer(null);
        const failure = readFailure(error);
        if (failure.status !== 401) {
          notify({
            kind: "error",
            title: words?.refused ?? "Nothing was changed",
            message: failure.message,
            action: { label: "Retry", run: () => void run(ids, act, words, requestId) },
          });
        }
        return false;
      }
    },
    [cache, send, undo],
  );
}

interface DoneBulk {
  job: Job;
  act: UserBulkAct;
  refusals: readonly JobRefusal[];
  words: BulkWords | undefined;
  offer: NonNullable<ReturnType<typeof offerUndo>>;
}

function tellDone({ job, act, refusals, words, offer }: DoneBulk): void {
  const [first] = refusals;
  if (!first) {
    notify({
      kind: "success",
      message: words?.done ?? userBulkDone(act, job.done),
      ...offer,
    });
  } else if (words) {
    notify({ kind: "error", title: words.refused, message: first.message });
  } else {
    // Each refusal by name, and why.
    shownResult.set(job.id);
  }
}
