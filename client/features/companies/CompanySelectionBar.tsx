import { Archive, ArchiveRestore, UserMinus, UserPlus } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { Company } from "../../../shared/companies.ts";
import { HowMany, SelectionBar } from "../../components/list/selection/SelectionBar.tsx";
import type { ChosenRows } from "../../components/list/selection/use-chosen-rows.ts";
import { Button } from "../../components/ui/button.tsx";
import { Popover, PopoverContent, PopoverTrigger } from "../../components/ui/popover.tsx";
import { trpcClient } from "../../data/calls/trpc-client.ts";
import { AgentChoices } from "./AgentChoices.tsx";
import type { CompanyList } from "./company-list-address.ts";
import { companyFilterOf } from "./use-companies.ts";
import { useCompanyBulk } from "./use-company-bulk.ts";

interface CompanySelectionBarProps {
  chosen: ChosenRows<Company>;
  companies: readonly Company[];
  list: CompanyList;
  count: number | undefined;
}

/** What is done to all selected companies at once; what is refused is named. */
export function CompanySelectionBar(props: CompanySelectionBarProps) {
  const { companies, list, count = 0 } = props;
  const { ids, clear, choose, drop } = props.chosen;
  const { run, isPending } = useCompanyBulk();
  const shown = companies.filter(({ id }) => ids.has(id));
  const allArchived = shown.length > 0 && shown.every(({ state }) => state === "archived");
  if (ids.size === 0) return null;
  // What was chosen meanwhile stays so.
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
        label="Assign an agent"
        icon={<UserPlus />}
        disabled={isPending}
        onChoose={(agentId) => act({ kind: "assign", agentId })}
      >
        Assign
      </AgentMenu>
      <AgentMenu
        label="Take an agent off"
        icon={<UserMinus />}
        disabled={isPending}
        onChoose={(agentId) => act({ kind: "unassign", agentId })}
      >
        Take off
      </AgentMenu>
      {allArchived ? (
        <Button
          variant="outline"
          size="sm"
          disabled={isPending}
          onClick={() => act({ kind: "restore" })}
        >
          <ArchiveRestore />
          Take out of archive
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
