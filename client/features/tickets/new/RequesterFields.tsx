import { UserPlus } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router-dom";
import type { PersonRef } from "../../../../shared/tickets/vocabulary.ts";
import { ChoiceList } from "../../../components/pickers/ChoiceList.tsx";
import { PickButton } from "../../../components/pickers/PickButton.tsx";
import { patient, usePickerSearch } from "../../../components/pickers/use-picker-search.ts";
import { RecordTickets } from "../../../components/record/Record.tsx";
import { SectionError } from "../../../components/table/ListError.tsx";
import { writeSearch } from "../../../components/table/list-address.ts";
import { Field } from "../../../components/ui/field.tsx";
import { lazyDialog } from "../../../components/ui/lazy-dialog.tsx";
import {
  Select,
  SelectContent,
  SelectItem,
  SelectTrigger,
} from "../../../components/ui/select.tsx";
import { Skeleton } from "../../../components/ui/skeleton.tsx";
import { readFailure } from "../../../data/errors.ts";
import { trpc } from "../../../data/trpc.ts";
import {
  forRequester,
  type Named,
  openTicketsQuery,
  type Requester,
  ticketsOfRequester,
} from "./new-ticket-form.ts";
import type { NewTicket } from "./use-new-ticket.ts";

const NewCustomerDialog = lazyDialog(() => import("./NewCustomerDialog.tsx"), "NewCustomerDialog");

/** The requester and their company; with several companies one is chosen. */
export function RequesterFields({ form, set, problems, isPending }: NewTicket) {
  /** The search text to start a new customer with. */
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
          onCreated={choose}
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
          <OpenTickets requester={form.requester} isDone={isPending} />
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
          // The shown company is the one that is sent.
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

const shown = 3;

interface OpenTicketsProps {
  requester: PersonRef;
  /** The ticket is being created: they are not fetched again for a page that is about to go. */
  isDone: boolean;
}

/** Links to the requester's open tickets, which may be about the same. The draft stays. */
function OpenTickets({ requester, isDone }: OpenTicketsProps) {
  const q = openTicketsQuery(requester);
  const found = trpc.tickets.list.useQuery(
    { q, limit: 20 },
    { enabled: !isDone, meta: { showsError: true } },
  );
  const tickets = ticketsOfRequester(found.data?.tickets ?? [], requester);
  return (
    <section aria-label={`Open tickets of ${requester.name}`} className="min-h-14">
      <div className="flex items-center gap-2 text-muted-foreground text-xs">
        <h2 className="min-w-0 flex-1 truncate">
          Open tickets of <bdi>{requester.name}</bdi>
        </h2>
        {tickets.length > shown && (
          <Link
            to={`/ticket/log${writeSearch({ view: "all", q })}`}
            className="rounded-sm py-0.5 text-selected-foreground underline-offset-4 hover:underline"
          >
            Show all
          </Link>
        )}
      </div>
      {found.isError ? (
        <SectionError failure={readFailure(found.error)} retry={() => void found.refetch()} />
      ) : found.isPending ? (
        <div role="status" aria-label="Loading" className="flex min-h-8 items-center">
          <Skeleton className="w-3/5" />
        </div>
      ) : tickets.length === 0 ? (
        <p className="flex min-h-8 items-center text-muted-foreground">No open tickets.</p>
      ) : (
        <RecordTickets tickets={tickets.slice(0, shown)} />
      )}
    </section>
  );
}

interface RequesterChoicesProps {
  chosen: string | null;
  onChoose: (person: Requester) => void;
  /** Starts a new customer with the typed text. */
  onNew: (typed: string) => void;
}

const newCustomer = "new";

/** Everyone in scope, found by name, email or phone; or a new customer. */
function RequesterChoices({ chosen, onChoose, onNew }: RequesterChoicesProps) {
  const { text, words, box } = usePickerSearch();
  const found = trpc.tickets.requesters.useQuery({ search: words }, patient);
  const people = found.data ?? [];
  const field = box(found);
  const isLookedFor = found.isSuccess && !field.isOld;
  return (
    <ChoiceList
      {...field}
      label="Find a person"
      choices={[
        ...people.map(({ id, name, email, companies }) => ({
          value: id,
          name,
          hint: companies[0]?.name ?? email ?? undefined,
        })),
        ...(isLookedFor ? [{ value: newCustomer, name: "New customer…", lead: <UserPlus /> }] : []),
      ]}
      chosen={chosen}
      onChoose={(id) => {
        if (id === newCustomer) return onNew(text);
        const person = people.find((each) => each.id === id);
        if (person) onChoose({ id: person.id, name: person.name, companies: person.companies });
      }}
    />
  );
}
