import { useCallback } from "react";
import { type UserBulkAct, userBulkDone } from "../../../shared/user-bulk.ts";
import { shownResult } from "../../components/jobs/started-jobs.ts";
import { type DoneJob, useBulkJob } from "../../components/jobs/use-bulk-job.ts";
import { notify } from "../../components/notices.ts";
import { newRequestId } from "../../data/calls/request-id.ts";
import { notifyError, readFailure } from "../../data/errors.ts";
import { trpc } from "../../data/trpc.ts";
import { useUserCache } from "./user-cache.ts";

/** Notices for a single user: `Otto was disabled`. */
interface BulkWords {
  done: string;
  refused: string;
}

/** Changes many users: a few immediately, more as a background job. Returns whether it was accepted. */
export function useUserBulk() {
  const cache = useUserCache();
  const begin = useBulkJob();
  const { mutateAsync: send } = trpc.users.bulk.useMutation({
    meta: { showsError: true },
    networkMode: "always",
  });
  return useCallback(
    async function run(
      ids: readonly string[],
      act: UserBulkAct,
      words?: BulkWords,
      requestId = newRequestId(),
    ): Promise<boolean> {
      try {
        await begin({
          requestId,
          isForGood: act.kind === "invite",
          send: () => send({ requestId, act, ids: [...ids] }),
          tellDone: (done) => notifyDone(done, act, words),
        });
        cache.refresh();
        return true;
      } catch (error) {
        const title = words?.refused ?? "Nothing was changed";
        notifyError(title, readFailure(error), () => void run(ids, act, words, requestId));
        return false;
      }
    },
    [begin, cache, send],
  );
}

function notifyDone({ job, refusals, offer }: DoneJob, act: UserBulkAct, words?: BulkWords): void {
  const [first] = refusals;
  if (!first) {
    notify({ kind: "success", message: words?.done ?? userBulkDone(act, job.done), ...offer });
  } else if (words) {
    notify({ kind: "error", title: words.refused, message: first.message });
  } else {
    // Shows each refused user and the reason.
    shownResult.set(job.id);
  }
}
