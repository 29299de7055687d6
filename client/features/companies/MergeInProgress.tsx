import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { CompanyDetails } from "../../../shared/companies.ts";
import type { CompanyRef } from "../../../shared/users.ts";
import { Button } from "../../components/ui/button.tsx";
import { lazyDialog } from "../../components/ui/lazy-dialog.tsx";
import { invalidate } from "../../data/calls/invalidation.ts";
import { notifyError, readFailure } from "../../data/errors.ts";
import { trpc } from "../../data/trpc.ts";

const CompanyMergeDialog = lazyDialog(
  () => import("./CompanyMergeDialog.tsx"),
  "CompanyMergeDialog",
);

interface MergeInProgressProps {
  company: CompanyDetails;
  into: CompanyRef;
}

/** Shown while the tickets are being moved. A merge that was interrupted can be continued or stopped. */
export function MergeInProgress({ company, into }: MergeInProgressProps) {
  const queryClient = useQueryClient();
  const utils = trpc.useUtils();
  const [continuing, setContinuing] = useState(false);
  const stop = trpc.companies.stopMerge.useMutation({
    meta: { showsError: true },
    onSuccess: (answer) => utils.companies.get.setData({ id: company.id }, answer),
    onError: (error) => notifyError(`${company.name} was not changed`, readFailure(error)),
    onSettled: () => invalidate(queryClient, "companies"),
  });
  return (
    <div
      role="status"
      className="mb-3 flex flex-col gap-2 rounded-md border border-note-border bg-note px-3 py-2 text-note-foreground text-sm"
    >
      <p>
        The tickets of this company are being moved to{" "}
        <bdi className="font-medium">{into.name}</bdi>. Tickets already moved stay there, even if
        you stop the merge.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button variant="outline" size="xs" onClick={() => setContinuing(true)}>
          Continue merging…
        </Button>
        <Button
          variant="outline"
          size="xs"
          disabled={stop.isPending}
          onClick={() => stop.mutate({ id: company.id })}
        >
          Stop merging
        </Button>
      </div>
      {continuing && (
        <CompanyMergeDialog source={company} into={into} onClose={() => setContinuing(false)} />
      )}
    </div>
  );
}
