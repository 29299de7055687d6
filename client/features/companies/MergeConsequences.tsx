import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { isEnded } from "../../../shared/jobs.ts";
import { formatNumber } from "../../components/format/format.ts";
import { noteStartedJob } from "../../components/jobs/started-jobs.ts";
import { ListTrouble } from "../../components/list/ListTrouble.tsx";
import { notify } from "../../components/notices.ts";
import { Refusal } from "../../components/Refusal.tsx";
import { Button } from "../../components/ui/button.tsx";
import { DialogClose, DialogFooter } from "../../components/ui/dialog.tsx";
import { Skeleton } from "../../components/ui/skeleton.tsx";
import { useMounted } from "../../components/use-mounted.ts";
import { invalidate } from "../../data/calls/invalidation.ts";
import { useKeyed } from "../../data/calls/use-keyed.ts";
import { readFailure, tellRefused } from "../../data/errors.ts";
import { trpc } from "../../data/trpc.ts";
import { companyAddress } from "./company-list-address.ts";
import { Moving, Name, namesOf } from "./Moving.tsx";
import { Ticks } from "./Ticks.tsx";

interface MergeConsequencesProps {
  sourceId: string;
  targetId: string;
  onClose: () => void;
}

/** What moves, who sees more by it and who less; nothing of the kind is ticked by itself. */
export function MergeConsequences({ sourceId, targetId, onClose }: MergeConsequencesProps) {
  const navigate = useNavigate();
  const { search } = useLocation();
  const queryClient = useQueryClient();
  const preview = trpc.companies.mergePreview.useQuery(
    { sourceId, targetId },
    { staleTime: 0, meta: { showsError: true } },
  );
  const [agentIds, setAgentIds] = useState<ReadonlySet<string>>(new Set());
  const [seeAllIds, setSeeAllIds] = useState<ReadonlySet<string>>(new Set());
  const mounted = useMounted();
  const call = trpc.companies.merge.useMutation({
    meta: { showsError: true },
    onSuccess: ({ job }) => {
      invalidate(queryClient, "companies", "users", "list", "counts");
      if (isEnded(job)) notify({ kind: "success", message: "Companies merged" });
      else noteStartedJob(job.id);
      if (!mounted.current) return;
      onClose();
      navigate(companyAddress(targetId, search));
    },
    onError: (error) => {
      if (mounted.current) return void preview.refetch();
      const name = preview.data?.source.name ?? "The company";
      tellRefused(`${name} was not merged`, readFailure(error));
    },
  });
  const merge = useKeyed(call);
  if (preview.isError && !preview.data) {
    return (
      <ListTrouble failure={readFailure(preview.error)} retry={() => void preview.refetch()} />
    );
  }
  if (!preview.data) return <Skeleton className="h-40" />;
  const { source, target, agents, seeAllOfSource, willSeeSource } = preview.data;
  const failure = merge.isError ? readFailure(merge.error) : null;
  return (
    <>
      <p>
        <Moving preview={preview.data} /> Links and searches that name <Name of={source} /> lead to{" "}
        <Name of={target} /> from then on.
      </p>
      {willSeeSource.length > 0 && (
        <p className="rounded-md border border-note-border bg-note px-3 py-2 text-note-foreground">
          {namesOf(willSeeSource)} {willSeeSource.length === 1 ? "sees" : "see"} all tickets of{" "}
          <Name of={target} />, and will see those of <Name of={source} /> too.
        </p>
      )}
      {agents.length > 0 && (
        <Ticks
          legend={
            <>
              Agents of <Name of={source} /> who come along, and will see all tickets of{" "}
              <Name of={target} />
            </>
          }
          hint="Whoever is not ticked loses sight of these tickets, and open ones of theirs become unassigned."
          choices={agents.map(({ id, name, openTickets }) => ({
            id,
            name,
            hint: openTickets > 0 ? `${formatNumber(openTickets)} open` : "",
          }))}
          ticked={agentIds}
          onTick={setAgentIds}
        />
      )}
      {seeAllOfSource.length > 0 && (
        <Ticks
          legend={
            <>
              Members who see all tickets of <Name of={source} />, and shall see all of{" "}
              <Name of={target} />
            </>
          }
          hint="Whoever is not ticked sees their own tickets only."
          choices={seeAllOfSource.map(({ id, name }) => ({ id, name, hint: "" }))}
          ticked={seeAllIds}
          onTick={setSeeAllIds}
        />
      )}
      <Refusal failure={failure} />
      <DialogFooter>
        <DialogClose asChild>
          <Button variant="outline">Cancel</Button>
        </DialogClose>
        <Button
          variant="destructive"
          aria-disabled={merge.isPending}
          onClick={() => {
            if (merge.isPending) return;
            merge.mutate({
              ...{ sourceId, targetId },
              agentIds: [...agentIds],
              seeAllIds: [...seeAllIds],
              agreedIds: willSeeSource.map(({ id }) => id),
            });
          }}
        >
          Merge companies
        </Button>
      </DialogFooter>
    </>
  );
}
