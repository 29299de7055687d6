import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import type { CompanyBulkAct } from "../../shared/companies.ts";
import type { Job } from "../../shared/jobs.ts";
import { invalidate } from "../lib/calls/invalidation.ts";
import { newRequestId } from "../lib/calls/request-id.ts";
import { formatNumber } from "../lib/format.ts";
import { notify } from "../lib/notices.ts";
import { trpc } from "../lib/trpc.ts";
import { shownResult } from "../parts/jobs/started-jobs.ts";
import { useBulkJob } from "../parts/jobs/use-bulk-job.ts";

/** Changes many; the same key is sent until one of them has succeeded. */
export function useCompanyBulk() {
  const queryClient = useQueryClient();
  const begin = useBulkJob();
  const key = useRef<{ of: string; id: string } | null>(null);
  const { mutateAsync, isPending } = trpc.companies.bulk.useMutation();

  const run = async (act: CompanyBulkAct, ids: string[], done: () => void) => {
    const of = JSON.stringify([act, ids]);
    if (key.current?.of !== of) key.current = { of, id: newRequestId() };
    const requestId = key.current.id;
    const send = async () => {
      const answer = await mutateAsync({ requestId, act, ids });
      key.current = null;
      done();
      invalidate(queryClient, "companies", "users");
      return answer;
    };
    try {
      await begin({
        ...{ requestId, send },
        tellDone({ job, offer }) {
          if (job.refused > 0) tellRefusals(job);
          else notify({ kind: "success", message: inWords(act, job.total), ...offer });
        },
      });
    } catch {
      // What the desk said is shown by itself.
    }
  };
  return { run, isPending };
}

function tellRefusals(job: Job): void {
  notify({
    kind: "error",
    title: job.title,
    message: `${formatNumber(job.total - job.refused)} changed, ${formatNumber(job.refused)} refused and left as they were.`,
    action: { label: "Show which", run: () => shownResult.set(job.id) },
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
