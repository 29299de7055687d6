import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useId, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { type CompanyMergePreview, namesShown } from "../../../shared/company-merge.ts";
import { isEnded } from "../../../shared/jobs.ts";
import { formatNumber } from "../../components/format/format.ts";
import { noteStartedJob } from "../../components/jobs/started-jobs.ts";
import { notify } from "../../components/notices.ts";
import { Refusal } from "../../components/Refusal.tsx";
import { ListError } from "../../components/table/ListError.tsx";
import { Button } from "../../components/ui/button.tsx";
import { Checkbox } from "../../components/ui/checkbox.tsx";
import { DialogCancel, DialogFooter } from "../../components/ui/dialog.tsx";
import { Skeleton } from "../../components/ui/skeleton.tsx";
import { useMounted } from "../../components/use-mounted.ts";
import { invalidate } from "../../data/calls/invalidation.ts";
import { useKeyed } from "../../data/calls/use-keyed.ts";
import { notifyError, readFailure } from "../../data/errors.ts";
import { trpc } from "../../data/trpc.ts";
import { companyAddress } from "./company-list.ts";

interface MergeConsequencesProps {
  sourceId: string;
  targetId: string;
  onClose: () => void;
}

/** What moves, and who sees more or less than before. No one is selected by default. */
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
      notifyError(`${name} was not merged`, readFailure(error));
    },
  });
  const merge = useKeyed(call);
  if (preview.isError && !preview.data) {
    return <ListError failure={readFailure(preview.error)} retry={() => void preview.refetch()} />;
  }
  if (!preview.data) return <Skeleton className="h-40" />;
  const { source, target, agents, seeAllOfSource, willSeeSource } = preview.data;
  const failure = merge.isError ? readFailure(merge.error) : null;
  return (
    <>
      <p>
        <Moving preview={preview.data} /> Links and searches for <Name of={source} /> will lead to{" "}
        <Name of={target} />.
      </p>
      {willSeeSource.length > 0 && (
        <p className="rounded-md border border-note-border bg-note px-3 py-2 text-note-foreground">
          {namesOf(willSeeSource)} {willSeeSource.length === 1 ? "sees" : "see"} all tickets of{" "}
          <Name of={target} />, and will also see those of <Name of={source} />.
        </p>
      )}
      {agents.length > 0 && (
        <CheckList
          legend={
            <>
              Agents of <Name of={source} /> to assign to <Name of={target} />
            </>
          }
          hint="Agents you leave unticked lose access to these tickets; their open ones become unassigned."
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
        <CheckList
          legend={
            <>
              Members of <Name of={source} /> who can see all tickets of <Name of={target} />
            </>
          }
          hint="Members you leave unticked will see only their own tickets."
          choices={seeAllOfSource.map(({ id, name }) => ({ id, name, hint: "" }))}
          ticked={seeAllIds}
          onTick={setSeeAllIds}
        />
      )}
      <Refusal failure={failure} />
      <DialogFooter>
        <DialogCancel />
        <Button
          variant="destructive"
          aria-disabled={merge.isPending}
          onClick={() => {
            if (merge.isPending) return;
            merge.mutate({
              sourceId,
              targetId,
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

function Moving({ preview }: { preview: CompanyMergePreview }) {
  const { tickets, openTickets, members, domains, hasNotes, target } = preview;
  const ticketWords = tickets === 1 ? "1 ticket" : `${formatNumber(tickets)} tickets`;
  const memberWords = members === 1 ? "1 member" : `${formatNumber(members)} members`;
  const moving = [
    `${ticketWords} (${formatNumber(openTickets)} open)`,
    memberWords,
    domains.length > 0 &&
      `the email ${domains.length === 1 ? "domain" : "domains"} ${shortList(domains)}`,
    hasNotes && "the notes",
  ].filter((words) => words !== false);
  return (
    <>
      {listed(moving)} move to <Name of={target} />. Members will see their own tickets there.
    </>
  );
}

function Name({ of }: { of: { name: string } }) {
  return <bdi className="font-medium">{of.name}</bdi>;
}

function namesOf(people: readonly { name: string }[]): string {
  return shortList(people.map(({ name }) => name));
}

/** `Ana, Ben and Cleo`, or `Ana, Ben and 7 more`. */
function shortList(words: readonly string[]): string {
  const shown = words.slice(0, namesShown);
  const more = words.length - shown.length;
  return listed(more > 0 ? [...shown, `${formatNumber(more)} more`] : shown);
}

function listed(words: readonly string[]): string {
  return new Intl.ListFormat("en-GB", { type: "conjunction" }).format(words);
}

interface CheckListProps {
  legend: ReactNode;
  hint: string;
  choices: readonly { id: string; name: string; hint: string }[];
  ticked: ReadonlySet<string>;
  onTick: (ticked: ReadonlySet<string>) => void;
}

function CheckList({ legend, hint, choices, ticked, onTick }: CheckListProps) {
  const id = useId();
  return (
    <fieldset aria-describedby={`${id}-hint`} className="flex min-w-0 flex-col gap-1">
      <legend className="pb-1 font-medium text-sm">{legend}</legend>
      <ul className="max-h-40 overflow-y-auto rounded-md border px-3 py-1">
        {choices.map((choice) => (
          <li key={choice.id}>
            <label
              htmlFor={`${id}-${choice.id}`}
              className="flex min-h-8 items-center gap-2.5 pointer-coarse:min-h-11"
            >
              <Checkbox
                id={`${id}-${choice.id}`}
                checked={ticked.has(choice.id)}
                onCheckedChange={(on) => {
                  const next = new Set(ticked);
                  if (on === true) next.add(choice.id);
                  else next.delete(choice.id);
                  onTick(next);
                }}
              />
              <bdi className="truncate">{choice.name}</bdi>
              <span className="text-faint text-xs">{choice.hint}</span>
            </label>
          </li>
        ))}
      </ul>
      <p id={`${id}-hint`} className="text-muted-foreground text-xs">
        {hint}
      </p>
    </fieldset>
  );
}
