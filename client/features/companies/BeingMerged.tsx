import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { CompanyDetails } from "../../../shared/companies.ts";
import type { CompanyRef } from "../../../shared/users.ts";
import { Button } from "../../components/ui/button.tsx";
import { lazyDialog } from "../../components/ui/lazy-dialog.tsx";
import { invalidate } from "../../data/calls/invalidation.ts";
import { readFailure, tellRefused } from "../../data/errors.ts";
import { trpc } from "../../data/trpc.ts";

const CompanyMergeDialog = lazyDialog(
  () => import("./CompanyMergeDialog.tsx"),
  "CompanyMergeDialog",
);

interface BeingMergedProps {
  company: CompanyDetails;
  into: CompanyRef;
}

/** Long work is on its way; where it came to a halt, one goes on or stops it. */
export function BeingMerged({ company, into }: BeingMergedProps) {
  const queryClient = useQueryClient();
  const utils = trpc.useUtils();
  const [again, setAgain] = useState(false);
  const stop = trpc.companies.stopMerge.useMutation({
    meta: { showsError: true },
    onSuccess: (answer) => utils.companies.get.setData({ id: company.id }, answer),
    onError: (error) => tellRefused(`${company.name} was not changed`, readFailure(error)),
    onSettled: () => invalidate(queryClient, "companies"),
  });
  return (
    <div
      role="status"
      className="mb-3 flex flex-col gap-2 rounded-md border border-note-border bg-note px-3 py-2 text-note-foreground text-sm"
    >
      <p>
        Its tickets are on their way into <bdi className="font-medium">{into.name}</bdi>. What has
        moved stays there, whether this goes on or not.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button variant="outline" size="xs" onClick={() => setAgain(true)}>
          Go on merging…
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
      {again && <CompanyMergeDialog source={company} into={into} onClose={() => setAgain(false)} />}
    </div>
  );
}
