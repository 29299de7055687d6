import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import type { CompanyBulkAct } from "../../shared/companies.ts";
import { isEnded } from "../../shared/jobs.ts";
import { invalidate } from "../lib/calls/invalidation.ts";
import { newRequestId } from "../lib/calls/request-id.ts";
import { formatNumber } from "../lib/format.ts";
import { notify } from "../lib/notices.ts";
import { trpc } from "../lib/trpc.ts";
import { noteStartedJob, shownResult } from "../parts/jobs/started-jobs.ts";
import { offerUndo, useUndoBulk } from "../parts/jobs/use-undo-bulk.ts";
import { trackAct } from "../parts/undo.ts";

/** The same change of many; the same key is sent until one of them has succeeded. */
export function useChangeCompanies() {
  const queryClient = useQueryClient();
  const undo = useUndoBulk();
  const key = useRef<{ of: string; id: string } | null>(null);
  const { mutateAsync, isPending } = trpc.companies.changeMany.useMutation();

  const changeMany = async (act: CompanyBulkAct, ids: string[], done: () => void) => {
    const of = JSON.stringify([act, ids]);
    if (key.current?.of !== of) key.current = { of, id: newRequestId() };
    const requestId = key.current.id;
    const answer = trackAct(requestId);
    try {
      const { job } = await mutateAsync({ requestId, act, ids });
      key.current = null;
      done();
      invalidate(queryClient, "companies", "users");
      const offer = offerUndo(job, undo, answer);
      if (!offer) return;
      if (!isEnded(job)) noteStartedJob(job.id);
      else if (job.refused > 0) tellRefused(job);
      else notify({ kind: "success", message: inWords(act, job.total), ...offer });
    } catch {
      // What the desk said is shown by itself.
      answer(null);
    }
  };
  return { changeMany, isPending };
}

function tellRefused(job: { id: string; title: string; total: number; refused: number }): void {
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
