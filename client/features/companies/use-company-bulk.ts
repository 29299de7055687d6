import { useQueryClient } from "@tanstack/react-query";
import type { CompanyBulkAct } from "../../../shared/companies.ts";
import type { Job } from "../../../shared/jobs.ts";
import { formatNumber } from "../../components/format/format.ts";
import { shownResult } from "../../components/jobs/started-jobs.ts";
import { useBulkJob } from "../../components/jobs/use-bulk-job.ts";
import { notify } from "../../components/notices.ts";
import { invalidate } from "../../data/calls/invalidation.ts";
import { useKeyOf } from "../../data/calls/use-keyed.ts";
import { readFailure, tellRefused } from "../../data/errors.ts";
import { trpc } from "../../data/trpc.ts";

/** Changes many; the same key is sent until one of them has succeeded. */
export function useCompanyBulk() {
  const queryClient = useQueryClient();
  const begin = useBulkJob();
  const keyOf = useKeyOf();
  const { mutateAsync, isPending, isSuccess } = trpc.companies.bulk.useMutation({
    ...{ meta: { showsError: true }, networkMode: "always" },
  });

  async function run(
    act: CompanyBulkAct,
    ids: string[],
    done: () => void,
    requestId = keyOf({ act, ids }, isSuccess),
  ): Promise<void> {
    const send = async () => {
      const answer = await mutateAsync({ requestId, act, ids });
      done();
      invalidate(queryClient, "companies", "users");
      return answer;
    };
    try {
      await begin({
        ...{ requestId, send },
        tellDone({ job, offer }) {
          if (job.refused > 0) tellRefusals(job, offer.takesBack);
          else notify({ kind: "success", message: inWords(act, job.total), ...offer });
        },
      });
    } catch (error) {
      const again = () => void run(act, ids, done, requestId);
      tellRefused("Nothing was changed", readFailure(error), again);
    }
  }
  return { run, isPending };
}

/** What was done in part is not said to be done once it was taken back. */
function tellRefusals(job: Job, takesBack: string | undefined): void {
  notify({
    kind: "error",
    title: job.title,
    message: `${formatNumber(job.total - job.refused)} changed, ${formatNumber(job.refused)} refused and left as they were.`,
    action: { label: "Show which", run: () => shownResult.set(job.id) },
    ...(takesBack && { takesBack }),
  });
}

function inWords(act: CompanyBulkAct, count: number): string {
  const companies = count === 1 ? "1 company" : `${formatNumber(count)} companies`;
  switch (act.kind) {
    case "archive":
      return `${companies} archived`;
    case "restore":
      return `${companies} taken out of the archive`;
    case "assign":
      return `Agent assigned to ${companies}`;
    case "unassign":
      return `Agent taken off ${companies}`;
  }
}
