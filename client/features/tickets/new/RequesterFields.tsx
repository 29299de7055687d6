import { useState } from "react";
import { PickButton } from "../../../components/pickers/PickButton.tsx";
import { Field } from "../../../components/ui/field.tsx";
import { lazyDialog } from "../../../components/ui/lazy-dialog.tsx";
import {
  Select,
  SelectContent,
  SelectItem,
  SelectTrigger,
} from "../../../components/ui/select.tsx";
import { forRequester, type Named, type Requester } from "./new-ticket-form.ts";
import { OpenOfRequester } from "./OpenOfRequester.tsx";
import { RequesterChoices } from "./RequesterChoices.tsx";
import type { NewTicket } from "./use-new-ticket.ts";

const NewCustomerDialog = lazyDialog(() => import("./NewCustomerDialog.tsx"), "NewCustomerDialog");

/** Whom a ticket is for. The company follows the person; where there are several, one is chosen. */
export function RequesterFields({ form, set, problems }: NewTicket) {
  /** Somebody new, begun with these words, by which nobody was found. */
  const [newCustomer, setNewCustomer] = useState<string | null>(null);
  const choose = (requester: Requester) => set(forRequester(requester, form), "requesterId");
  const companies = form.requester?.companies ?? [];
  return (
    <div className="grid gap-4 shell:grid-cols-2">
      <Field label="Requester" error={problems.requesterId}>
        {(control) => (
          <PickButton
            control={control}
            name="requesterId"
            label="Requester"
            shown={<bdi>{form.requester?.name ?? "Choose a person"}</bdi>}
            isChosen={form.requester !== null}
          >
            {(close) => (
              <RequesterChoices
                chosen={form.requester?.id ?? null}
                onChoose={(requester) => {
                  choose(requester);
                  close();
                }}
                onNew={(typed) => {
                  close();
                  setNewCustomer(typed);
                }}
              />
            )}
          </PickButton>
        )}
      </Field>
      {newCustomer !== null && (
        <NewCustomerDialog
          typed={newCustomer}
          onMade={choose}
          onClose={() => setNewCustomer(null)}
        />
      )}
      {form.requester && (
        <CompanyField
          companies={companies}
          companyId={form.companyId}
          error={problems.companyId}
          onChoose={(companyId) => set({ companyId }, "companyId")}
        />
      )}
      {form.requester && (
        <div className="min-w-0 shell:col-span-2">
          <OpenOfRequester requester={form.requester} />
        </div>
      )}
    </div>
  );
}

interface CompanyFieldProps {
  companies: readonly Named[];
  companyId: string | null | undefined;
  error: string | undefined;
  onChoose: (companyId: string) => void;
}

export function CompanyField({ companies, companyId, error, onChoose }: CompanyFieldProps) {
  const [only] = companies;
  return (
    <Field label="Company" error={error}>
      {(control) =>
        companies.length > 1 ? (
          // The desk takes none for granted: what stands here is what is sent.
          <Select value={companyId ?? ""} onValueChange={onChoose}>
            <SelectTrigger {...control} placeholder="Choose a company" />
            <SelectContent>
              {companies.map(({ id, name }) => (
                <SelectItem key={id} value={id}>
                  <bdi>{name}</bdi>
                </SelectItem>
              ))}
            </SelectContent>
          </Select>
        ) : (
          <output id={control.id} className="flex h-9 items-center text-base">
            <bdi className="truncate">{only?.name ?? "No company"}</bdi>
          </output>
        )
      }
    </Field>
  );
}
