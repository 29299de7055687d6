import { useQueryClient } from "@tanstack/react-query";
import { Plus, X } from "lucide-react";
import { type FormEvent, useRef, useState } from "react";
import { type CompanyCandidate, companyLimits } from "../../shared/companies.ts";
import { invalidate } from "../lib/calls/invalidation.ts";
import { newRequestId } from "../lib/calls/request-id.ts";
import { fieldMessage, readFailure } from "../lib/errors.ts";
import { notify } from "../lib/notices.ts";
import { trpc } from "../lib/trpc.ts";
import { Refusal } from "../parts/Refusal.tsx";
import { Avatar } from "../ui/avatar.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog, DialogClose, DialogContent, DialogFooter } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { Input } from "../ui/input.tsx";
import { Popover, PopoverContent, PopoverTrigger } from "../ui/popover.tsx";
import { Textarea } from "../ui/textarea.tsx";
import { AgentChoices } from "./AgentChoices.tsx";
import { DomainChips } from "./DomainChips.tsx";

interface NewCompanyDialogProps {
  onClose: () => void;
  onMade: (id: string) => void;
}

/** A company with what is known of it from the start; members join by their domain or are added. */
export function NewCompanyDialog({ onClose, onMade }: NewCompanyDialogProps) {
  const queryClient = useQueryClient();
  const utils = trpc.useUtils();
  const [name, setName] = useState("");
  const [notes, setNotes] = useState("");
  const [domains, setDomains] = useState<readonly string[]>([]);
  const [agents, setAgents] = useState<readonly CompanyCandidate[]>([]);
  const [nameless, setNameless] = useState(false);
  const typedDomain = useRef("");
  const requestId = useRef(newRequestId());
  const form = useRef<HTMLFormElement>(null);
  const create = trpc.companies.create.useMutation({
    meta: { showsError: true },
    onSuccess: (company) => {
      utils.companies.get.setData({ id: company.id }, company);
      invalidate(queryClient, "companies", "users");
      notify({ kind: "success", message: `${company.name} is here` });
      onClose();
      onMade(company.id);
    },
    onError: () =>
      requestAnimationFrame(() =>
        form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus(),
      ),
  });
  const failure = create.isError ? readFailure(create.error) : null;
  const touch = () => {
    if (create.isError) {
      // Other words are another intention.
      requestId.current = newRequestId();
      create.reset();
    }
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (create.isPending) return;
    if (name.trim() === "") {
      setNameless(true);
      form.current?.querySelector<HTMLElement>("input")?.focus();
      return;
    }
    // What stands in the field and was not taken has its reason below.
    if (typedDomain.current.trim() !== "") return;
    create.mutate({
      requestId: requestId.current,
      name,
      notes,
      domains: [...domains],
      agentIds: agents.map(({ id }) => id),
    });
  };

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title="New company" className="max-w-120">
        <form ref={form} onSubmit={submit} noValidate className="flex flex-col gap-4">
          <Field
            label="Name"
            error={nameless ? "A company needs a name." : fieldMessage(failure, "name")}
          >
            {(control) => (
              <Input
                {...control}
                dir="auto"
                autoComplete="off"
                maxLength={companyLimits.name}
                value={name}
                onChange={(event) => {
                  setName(event.target.value);
                  setNameless(false);
                  touch();
                }}
              />
            )}
          </Field>
          <Field
            label="Mail domains"
            error={failure?.fields.find(({ field }) => field.startsWith("domains"))?.message}
            hint="A new customer with such an address joins by themselves, and sees their own tickets."
          >
            {(control) => (
              <DomainChips
                open
                onTyped={(text) => {
                  typedDomain.current = text;
                }}
                id={control.id}
                domains={domains}
                onAdd={(domain) => {
                  touch();
                  setDomains((before) => [...before, domain].sort());
                  return null;
                }}
                onRemove={(domain) => {
                  touch();
                  setDomains((before) => before.filter((each) => each !== domain));
                }}
              />
            )}
          </Field>
          <AgentsField
            agents={agents}
            error={fieldMessage(failure, "agentIds")}
            onChange={(next) => {
              touch();
              setAgents(next);
            }}
          />
          <Field label="Notes" error={fieldMessage(failure, "notes")} hint="For colleagues only.">
            {(control) => (
              <Textarea
                {...control}
                dir="auto"
                maxLength={companyLimits.notes}
                value={notes}
                onChange={(event) => {
                  setNotes(event.target.value);
                  touch();
                }}
              />
            )}
          </Field>
          {failure?.fields.length === 0 && (
            <Refusal failure={failure}>What you typed is still here.</Refusal>
          )}
          <DialogFooter>
            <DialogClose asChild>
              <Button variant="outline">Cancel</Button>
            </DialogClose>
            <Button type="submit" disabled={create.isPending}>
              Create company
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  );
}

interface AgentsFieldProps {
  agents: readonly CompanyCandidate[];
  error: string | undefined;
  onChange: (agents: readonly CompanyCandidate[]) => void;
}

function AgentsField({ agents, error, onChange }: AgentsFieldProps) {
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
                aria-label={`Take ${agent.name} off`}
                data-hint={`Take ${agent.name} off`}
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
                Assign an agent
              </Button>
            </PopoverTrigger>
            <PopoverContent aria-label="Assign an agent" className="w-72 p-2">
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
