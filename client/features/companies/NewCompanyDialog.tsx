import { useQueryClient } from "@tanstack/react-query";
import { Plus, X } from "lucide-react";
import { type FormEvent, useRef, useState } from "react";
import { type CompanyCandidate, companyLimits } from "../../../shared/companies.ts";
import { useConfirmedClose } from "../../components/dialogs/unsaved-form.ts";
import { useShownError } from "../../components/dialogs/use-shown-error.ts";
import { notify } from "../../components/notices.ts";
import { Refusal } from "../../components/Refusal.tsx";
import { Avatar } from "../../components/ui/avatar.tsx";
import { Button } from "../../components/ui/button.tsx";
import { Dialog, DialogContent, FormFooter } from "../../components/ui/dialog.tsx";
import { Field } from "../../components/ui/field.tsx";
import { HeldFields } from "../../components/ui/held-fields.tsx";
import { Popover, PopoverContent, PopoverTrigger } from "../../components/ui/popover.tsx";
import { TextareaField, TextField } from "../../components/ui/text-field.tsx";
import { useMounted } from "../../components/use-mounted.ts";
import { invalidate } from "../../data/calls/invalidation.ts";
import { newRequestId } from "../../data/calls/request-id.ts";
import { fieldMessage, notifyError, readFailure } from "../../data/errors.ts";
import { trpc } from "../../data/trpc.ts";
import { AgentChoices } from "./AgentChoices.tsx";
import { DomainChips } from "./DomainsField.tsx";

interface NewCompanyDialogProps {
  onClose: () => void;
  onCreated: (id: string) => void;
}

export function NewCompanyDialog({ onClose, onCreated }: NewCompanyDialogProps) {
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
  const mounted = useMounted();
  const create = trpc.companies.create.useMutation({
    meta: { showsError: true },
    onSuccess: (company) => {
      utils.companies.get.setData({ id: company.id }, company);
      invalidate(queryClient, "companies", "users");
      notify({ kind: "success", message: `${company.name} was created` });
      if (!mounted.current) return;
      onClose();
      onCreated(company.id);
    },
    onError: (error, sent) => {
      if (!mounted.current) {
        // The form is closed by now and cannot show the error.
        const retry = () => create.mutate(sent);
        return notifyError(`${sent.name} was not created`, readFailure(error), retry);
      }
      requestAnimationFrame(() =>
        form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus(),
      );
    },
  });
  const isFilled = [name, notes, ...domains].some(Boolean) || agents.length > 0;
  const leave = useConfirmedClose(() => isFilled && !create.isPending, onClose);
  const { failure, forget } = useShownError(create.error);
  const touch = () => {
    // Changed values are a new request.
    if (failure) requestId.current = newRequestId();
    forget();
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (create.isPending) return;
    if (name.trim() === "") {
      setNameless(true);
      form.current?.querySelector<HTMLElement>("input")?.focus();
      return;
    }
    // A domain that was typed but not accepted shows its error below.
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
    <Dialog open onOpenChange={(open) => !open && leave()}>
      <DialogContent title="New company" className="max-w-120">
        <form ref={form} onSubmit={submit} noValidate className="flex flex-col gap-4">
          <HeldFields held={create.isPending} className="flex flex-col gap-4">
            <TextField
              label="Name"
              error={nameless ? "Enter a name." : fieldMessage(failure, "name")}
              dir="auto"
              autoComplete="off"
              maxLength={companyLimits.name}
              value={name}
              onType={(typed) => {
                setName(typed);
                setNameless(false);
                touch();
              }}
            />
            <Field
              label="Email domains"
              error={failure?.fields.find(({ field }) => field.startsWith("domains"))?.message}
              hint="New customers with this domain join automatically and see their own tickets."
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
            <TextareaField
              label="Notes"
              error={fieldMessage(failure, "notes")}
              hint="Visible to agents only."
              dir="auto"
              maxLength={companyLimits.notes}
              value={notes}
              onType={(typed) => {
                setNotes(typed);
                touch();
              }}
            />
          </HeldFields>
          {failure?.fields.length === 0 && (
            <Refusal failure={failure}>Your text is still here.</Refusal>
          )}
          <FormFooter act="Create company" isPending={create.isPending} />
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
