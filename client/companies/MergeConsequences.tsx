import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useId, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { type CompanyMergePreview, namesShown } from "../../shared/company-merge.ts";
import { isEnded } from "../../shared/jobs.ts";
import { invalidate } from "../lib/calls/invalidation.ts";
import { newRequestId } from "../lib/calls/request-id.ts";
import { readFailure } from "../lib/errors.ts";
import { formatNumber } from "../lib/format.ts";
import { notify } from "../lib/notices.ts";
import { trpc } from "../lib/trpc.ts";
import { noteStartedJob } from "../parts/jobs/started-jobs.ts";
import { ListTrouble } from "../parts/list/ListTrouble.tsx";
import { Refusal } from "../parts/Refusal.tsx";
import { Button } from "../ui/button.tsx";
import { Checkbox } from "../ui/checkbox.tsx";
import { DialogClose, DialogFooter } from "../ui/dialog.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { companyAddress } from "./company-list-address.ts";

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
  const requestId = useRef(newRequestId());
  const merge = trpc.companies.merge.useMutation({
    meta: { showsError: true },
    onSuccess: ({ job }) => {
      invalidate(queryClient, "companies", "users", "list", "counts");
      if (isEnded(job)) notify({ kind: "success", message: "The companies are one now" });
      else noteStartedJob(job.id);
      onClose();
      navigate(companyAddress(targetId, search));
    },
    onError: () => {
      requestId.current = newRequestId();
      void preview.refetch();
    },
  });
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
          disabled={merge.isPending || preview.isFetching}
          onClick={() =>
            merge.mutate({
              requestId: requestId.current,
              ...{ sourceId, targetId },
              agentIds: [...agentIds],
              seeAllIds: [...seeAllIds],
              agreedIds: willSeeSource.map(({ id }) => id),
            })
          }
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
    domains.length > 0 && `the mail ${domains.length === 1 ? "domain" : "domains"} ${few(domains)}`,
    hasNotes && "the notes",
  ].filter((words) => words !== false);
  return (
    <>
      {listed(moving)} move to <Name of={target} />; members see their own tickets there.
    </>
  );
}

interface TicksProps {
  legend: ReactNode;
  hint: string;
  choices: readonly { id: string; name: string; hint: string }[];
  ticked: ReadonlySet<string>;
  onTick: (ticked: ReadonlySet<string>) => void;
}

function Ticks({ legend, hint, choices, ticked, onTick }: TicksProps) {
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

function Name({ of }: { of: { name: string } }) {
  return <bdi className="font-medium">{of.name}</bdi>;
}

function namesOf(people: readonly { name: string }[]): string {
  return few(people.map(({ name }) => name));
}

/** `Ana, Ben and Cleo`, or how many more there are. */
function few(words: readonly string[]): string {
  const shown = words.slice(0, namesShown);
  const more = words.length - shown.length;
  return listed(more > 0 ? [...shown, `${formatNumber(more)} more`] : shown);
}

function listed(words: readonly string[]): string {
  return new Intl.ListFormat("en-GB", { type: "conjunction" }).format(words);
}
