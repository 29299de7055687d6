import { Plus, X } from "lucide-react";
import { useState } from "react";
import type { CompanyCandidate } from "../../../shared/companies.ts";
import { Avatar } from "../../components/ui/avatar.tsx";
import { Button } from "../../components/ui/button.tsx";
import { Field } from "../../components/ui/field.tsx";
import { Popover, PopoverContent, PopoverTrigger } from "../../components/ui/popover.tsx";
import { AgentChoices } from "./AgentChoices.tsx";

interface AgentsFieldProps {
  agents: readonly CompanyCandidate[];
  error: string | undefined;
  onChange: (agents: readonly CompanyCandidate[]) => void;
}

export function AgentsField({ agents, error, onChange }: AgentsFieldProps) {
  const [open, setOpen] = useState(false);
  return (
    <Field label="Assigned agents" error={error}>
      {(control) => (
        <div className="flex flex-wrap items-center gap-1.5">
          {agents.map((agent) => (
            <span
              key={agent.id}
              className="flex h-7 min-w-0 items-center gap-1.5 rounded-md border pl-1.5 text-sm"
            >
              <Avatar id={agent.id} name={agent.name} size="xs" />
              <bdi className="truncate">{agent.name}</bdi>
              <button
                type="button"
                aria-label={`Unassign ${agent.name}`}
                data-hint={`Unassign ${agent.name}`}
                onClick={() => onChange(agents.filter(({ id }) => id !== agent.id))}
                className="grid size-6 place-items-center rounded-md text-faint hover:text-foreground pointer-coarse:size-9"
              >
                <X className="size-3.5" />
              </button>
            </span>
          ))}
          <Popover open={open} onOpenChange={setOpen}>
            <PopoverTrigger asChild>
              <Button id={control.id} variant="outline" size="sm">
                <Plus />
                Assign agent
              </Button>
            </PopoverTrigger>
            <PopoverContent aria-label="Assign agent" className="w-72 p-2">
              <AgentChoices
                without={agents}
                onChoose={(agent) => {
                  setOpen(false);
                  onChange([...agents, agent]);
                }}
              />
            </PopoverContent>
          </Popover>
        </div>
      )}
    </Field>
  );
}
