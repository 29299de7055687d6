import { useQueryClient } from "@tanstack/react-query";
import { Archive, ArchiveRestore, UserMinus, UserPlus } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { Company, CompanyBulkAct } from "../../../shared/companies.ts";
import type { Job } from "../../../shared/jobs.ts";
import { formatNumber } from "../../components/format/format.ts";
import { shownResult } from "../../components/jobs/started-jobs.ts";
import { useBulkJob } from "../../components/jobs/use-bulk-job.ts";
import { notify } from "../../components/notices.ts";
import { HowMany, SelectionBar } from "../../components/table/selection/SelectionBar.tsx";
import type { ChosenRows } from "../../components/table/selection/use-chosen-rows.ts";
import { Button } from "../../components/ui/button.tsx";
import { Popover, PopoverContent, PopoverTrigger } from "../../components/ui/popover.tsx";
import { invalidate } from "../../data/calls/invalidation.ts";
import { trpcClient } from "../../data/calls/trpc-client.ts";
import { useKeyOf } from "../../data/calls/use-keyed.ts";
import { notifyError, readFailure } from "../../data/errors.ts";
import { trpc } from "../../data/trpc.ts";
import { AgentChoices } from "./AgentChoices.tsx";
import { type CompanyList, companyFilterOf } from "./company-list.ts";

interface CompanySelectionBarProps {
  chosen: ChosenRows<Company>;
  companies: readonly Company[];
  list: CompanyList;
  count: number | undefined;
}

/** The actions for all selected companies. */
export function CompanySelectionBar(props: CompanySelectionBarProps) {
  const { companies, list, count = 0 } = props;
  const { ids, clear, choose, drop } = props.chosen;
  const { run, isPending } = useCompanyBulk();
  const shown = companies.filter(({ id }) => ids.has(id));
  const allArchived = shown.length > 0 && shown.every(({ state }) => state === "archived");
  if (ids.size === 0) return null;
  // Companies selected in the meantime stay selected.
  const act = (wanted: Parameters<typeof run>[0]) =>
    void run(wanted, [...ids], () => drop([...ids]));
  const fetchAll = async () => {
    const { ids } = await trpcClient.companies.ids.query(companyFilterOf(list));
    return { ids, more: count > ids.length };
  };
  return (
    <SelectionBar
      lead={<HowMany size={ids.size} count={count} all={{ fetch: fetchAll, choose }} />}
      onClear={clear}
    >
      <AgentMenu
        label="Assign agent"
        icon={<UserPlus />}
        disabled={isPending}
        onChoose={(agentId) => act({ kind: "assign", agentId })}
      >
        Assign
      </AgentMenu>
      <AgentMenu
        label="Unassign agent"
        icon={<UserMinus />}
        disabled={isPending}
        onChoose={(agentId) => act({ kind: "unassign", agentId })}
      >
        Unassign
      </AgentMenu>
      {allArchived ? (
        <Button
          variant="outline"
          size="sm"
          disabled={isPending}
          onClick={() => act({ kind: "restore" })}
        >
          <ArchiveRestore />
          Restore
        </Button>
      ) : (
        <Button
          variant="outline"
          size="sm"
          disabled={isPending}
          onClick={() => act({ kind: "archive" })}
        >
          <Archive />
          Archive
        </Button>
      )}
    </SelectionBar>
  );
}

interface AgentMenuProps {
  label: string;
  icon: ReactNode;
  disabled: boolean;
  onChoose: (agentId: string) => void;
  children: ReactNode;
}

function AgentMenu({ label, icon, disabled, onChoose, children }: AgentMenuProps) {
  const [open, setOpen] = useState(false);
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <Button variant="outline" size="sm" disabled={disabled}>
          {icon}
          {children}
        </Button>
      </PopoverTrigger>
      <PopoverContent aria-label={label} side="top" className="w-72 p-2">
        <AgentChoices
          onChoose={({ id }) => {
            setOpen(false);
            onChoose(id);
          }}
        />
      </PopoverContent>
    </Popover>
  );
}

/** Runs a bulk action. Retries send the same request id until one succeeds. */
function useCompanyBulk() {
  const queryClient = useQueryClient();
  const begin = useBulkJob();
  const keyOf = useKeyOf();
  const { mutateAsync, isPending, isSuccess } = trpc.companies.bulk.useMutation({
    meta: { showsError: true },
    networkMode: "always",
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
        requestId,
        send,
        tellDone({ job, offer }) {
          if (job.refused > 0) notifyRefused(job, offer.takesBack);
          else notify({ kind: "success", message: describeDone(act, job.total), ...offer });
        },
      });
    } catch (error) {
      const retry = () => void run(act, ids, done, requestId);
      notifyError("Nothing was changed", readFailure(error), retry);
    }
  }
  return { run, isPending };
}

/** The notice disappears once the changes are undone. */
function notifyRefused(job: Job, takesBack: string | undefined): void {
  notify({
    kind: "error",
    title: job.title,
    message: `${formatNumber(job.total - job.refused)} updated, ${formatNumber(job.refused)} skipped.`,
    action: { label: "Show skipped", run: () => shownResult.set(job.id) },
    ...(takesBack && { takesBack }),
  });
}

function describeDone(act: CompanyBulkAct, count: number): string {
  const companies = count === 1 ? "1 company" : `${formatNumber(count)} companies`;
  switch (act.kind) {
    case "archive":
      return `${companies} archived`;
    case "restore":
      return `${companies} restored`;
    case "assign":
      return `Agent assigned to ${companies}`;
    case "unassign":
      return `Agent unassigned from ${companies}`;
  }
}
