import { type FormEvent, useEffect, useRef, useState } from "react";
import { userLimits } from "../../../../shared/users.ts";
import { useConfirmedClose } from "../../../components/dialogs/unsaved-form.ts";
import { useShownError } from "../../../components/dialogs/use-shown-error.ts";
import { notify } from "../../../components/notices.ts";
import { personTyped } from "../../../components/people/person-typed.ts";
import { PickButton } from "../../../components/pickers/PickButton.tsx";
import { Refusal } from "../../../components/Refusal.tsx";
import { Dialog, DialogContent, FormFooter } from "../../../components/ui/dialog.tsx";
import { Field } from "../../../components/ui/field.tsx";
import { HeldFields } from "../../../components/ui/held-fields.tsx";
import { TextField } from "../../../components/ui/text-field.tsx";
import { useKeyed } from "../../../data/calls/use-keyed.ts";
import { fieldMessage } from "../../../data/errors.ts";
import { seesEveryTicket, useViewer } from "../../../data/session/viewer.ts";
import { trpc } from "../../../data/trpc.ts";
import { CompanyOrTeamChoices } from "../pickers/CompanyOrTeamChoices.tsx";
import type { Named, Requester } from "./new-ticket-form.ts";

interface NewCustomerDialogProps {
  /** The search text that found no one. */
  typed: string;
  onCreated: (customer: Requester) => void;
  onClose: () => void;
}

const textFields = [
  { name: "firstName", label: "First name", type: "text", limit: userLimits.name },
  { name: "lastName", label: "Last name", type: "text", limit: userLimits.name },
  { name: "email", label: "Email", type: "email", limit: userLimits.email },
  { name: "phone", label: "Phone", type: "tel", limit: userLimits.phone },
] as const;

/** Creates a customer within the agent's scope while opening a ticket. */
export function NewCustomerDialog({ typed, onCreated, onClose }: NewCustomerDialogProps) {
  const viewer = useViewer();
  const utils = trpc.useUtils();
  const seesAll = seesEveryTicket(viewer);
  const [before] = useState(() => personTyped(typed));
  const [person, setPerson] = useState(before);
  const [company, setCompany] = useState<Named | null>(onlyOf(seesAll ? [] : viewer.companies));
  const create = useKeyed(trpc.users.createCustomer.useMutation({ meta: { showsError: true } }));
  const form = useRef<HTMLFormElement>(null);
  const isFilled = JSON.stringify(person) !== JSON.stringify(before);
  const leave = useConfirmedClose(() => isFilled && !create.isPending, onClose);
  const { failure, forget } = useShownError(create.error);
  const isRefused = failure !== null;
  useEffect(() => {
    if (isRefused) form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [isRefused]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    // In React's tree this form is inside the ticket form.
    event.stopPropagation();
    if (create.isPending) return;
    const { phone, ...names } = person;
    create.mutate(
      { ...names, phone: phone.trim() || null, companyId: company?.id ?? null },
      {
        onSuccess({ id, name, companies, mailed }) {
          void utils.tickets.requesters.invalidate();
          const message = mailed
            ? `Invitation sent to ${names.email.trim()}`
            : `Created ${name}. Email isn't set up: a Super Admin can copy the invitation link.`;
          notify({ kind: "success", message });
          onCreated({ id, name, companies });
          onClose();
        },
      },
    );
  };

  return (
    <Dialog open onOpenChange={(open) => !open && leave()}>
      <DialogContent
        title="New customer"
        description="We'll invite them to set a password. You can create the ticket now."
        className="max-w-130"
      >
        <form
          ref={form}
          onSubmit={submit}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
            event.preventDefault();
            form.current?.requestSubmit();
          }}
          noValidate
          className="flex flex-col gap-4"
        >
          <HeldFields held={create.isPending} className="flex flex-col gap-4">
            <div className="grid gap-4 shell:grid-cols-2">
              {textFields.map(({ name, label, type, limit }) => (
                <TextField
                  key={name}
                  label={label}
                  error={fieldMessage(failure, name)}
                  dir="auto"
                  type={type}
                  autoComplete="off"
                  maxLength={limit}
                  value={person[name]}
                  onType={(typed) => {
                    setPerson({ ...person, [name]: typed });
                    forget();
                  }}
                />
              ))}
            </div>
            <Field
              label="Company"
              error={fieldMessage(failure, "companyId")}
              hint={
                seesAll && company === null
                  ? "If empty, they join the company that owns their email domain."
                  : null
              }
            >
              {(control) => (
                <PickButton
                  control={control}
                  label="Company"
                  shown={
                    <bdi>{company?.name ?? (seesAll ? "No company" : "Choose a company")}</bdi>
                  }
                  isChosen={company !== null}
                >
                  {(close) => (
                    <CompanyOrTeamChoices
                      label="Find a company"
                      which="companies"
                      none={seesAll ? "No company" : undefined}
                      chosen={company?.id ?? null}
                      onChoose={(next) => {
                        setCompany(next);
                        forget();
                        close();
                      }}
                    />
                  )}
                </PickButton>
              )}
            </Field>
          </HeldFields>
          {failure?.fields.length === 0 && (
            <Refusal failure={failure}>What you typed is still here.</Refusal>
          )}
          <FormFooter act="Create customer" isPending={create.isPending} />
        </form>
      </DialogContent>
    </Dialog>
  );
}

function onlyOf(companies: readonly Named[]): Named | null {
  const [only, other] = companies;
  return only && !other ? { id: only.id, name: only.name } : null;
}
