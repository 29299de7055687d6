import { useQueryClient } from "@tanstack/react-query";
import { Building2 } from "lucide-react";
import { useEffect, useState } from "react";
import { Link, useLocation, useNavigate } from "react-router-dom";
import { type Company, type CompanyDetails, companyLimits } from "../../../shared/companies.ts";
import { printName } from "../../../shared/search/print.ts";
import {
  statusNames,
  type TicketStatus,
  ticketStatuses,
} from "../../../shared/tickets/vocabulary.ts";
import type { CompanyRef } from "../../../shared/users.ts";
import { usePage } from "../../app/navigation/page.ts";
import { formatNumber } from "../../components/format/format.ts";
import { ComingRecord } from "../../components/record/ComingRecord.tsx";
import { FieldText } from "../../components/record/FieldText.tsx";
import {
  FieldRow,
  FieldRows,
  Record,
  RecordSection,
  RecordTickets,
  ShowAll,
} from "../../components/record/Record.tsx";
import { RecordHeader } from "../../components/record/RecordHeader.tsx";
import { StaleStrip } from "../../components/table/Freshness.tsx";
import { StatusMark } from "../../components/ticket/StatusMark.tsx";
import { Button } from "../../components/ui/button.tsx";
import { lazyDialog } from "../../components/ui/lazy-dialog.tsx";
import { StateWord } from "../../components/ui/state-dot.tsx";
import { Day } from "../../components/ui/time-ago.tsx";
import { invalidate } from "../../data/calls/invalidation.ts";
import { type Failure, notifyError, readFailure } from "../../data/errors.ts";
import { trpc } from "../../data/trpc.ts";
import { AgentsSection } from "./AgentsSection.tsx";
import { CompanyMenu } from "./CompanyMenu.tsx";
import { companyAddress, companyStateNames, openCount } from "./company-list.ts";
import { DomainsField } from "./DomainsField.tsx";
import { MembersSection } from "./MembersSection.tsx";
import { fieldRefusal, useCompany, useCompanyActions } from "./use-company.ts";

interface CompanyRecordProps {
  id: string;
  /** The company as the list shows it. */
  known: Company | undefined;
  listAddress: string;
}

/** The record of a company. */
export function CompanyRecord({ id, known, listAddress }: CompanyRecordProps) {
  const { company, failure, retry } = useCompany(id);
  useAddressOfTarget(company?.id, id);
  if (!company) {
    return (
      <>
        <PageName name={nameOf(known, failure)} listAddress={listAddress} />
        <ComingRecord
          noun="company"
          gone="This company was deleted, or the link is wrong."
          lead={<CompanyMark />}
          name={failure ? undefined : known?.name}
          failure={failure}
          retry={retry}
          listAddress={listAddress}
        />
      </>
    );
  }
  return (
    <>
      {failure && <StaleStrip failure={failure} retry={retry} />}
      <PageName name={company.name} listAddress={listAddress} />
      <Known key={company.id} company={company} listAddress={listAddress} />
    </>
  );
}

function Known({ company, listAddress }: { company: CompanyDetails; listAddress: string }) {
  const { name, notes, state, createdAt } = company;
  const actions = useCompanyActions(company.id);
  return (
    <Record
      label={name}
      header={
        <RecordHeader
          lead={<CompanyMark />}
          title={
            <FieldText
              label="Name"
              first
              value={name}
              placeholder="No name"
              maxLength={companyLimits.name}
              check={(words) => (words === "" ? "Enter a name." : null)}
              onSave={async (words, seen) =>
                fieldRefusal(await actions.change({ name: words }, { name: seen }), "name")
              }
            />
          }
          listAddress={listAddress}
        >
          <CompanyMenu company={company} actions={actions} />
        </RecordHeader>
      }
    >
      {company.mergingInto && <MergeInProgress company={company} into={company.mergingInto} />}
      <FieldRows>
        <FieldRow label="Email domains">
          <DomainsField company={company} actions={actions} />
        </FieldRow>
        <FieldRow label="State">
          <StateWord tone={state === "active" ? "success" : "muted"}>
            {companyStateNames[state]}
            {state === "archived" && (
              <span className="text-faint text-xs">can't get new tickets</span>
            )}
          </StateWord>
        </FieldRow>
        <FieldRow label="Notes">
          <FieldText
            label="Notes"
            value={notes}
            placeholder="Add notes for colleagues"
            maxLength={companyLimits.notes}
            multiline
            onSave={async (words, seen) =>
              fieldRefusal(await actions.change({ notes: words }, { notes: seen }), "notes")
            }
          />
        </FieldRow>
        <FieldRow label="Created">
          <Day at={createdAt} />
        </FieldRow>
      </FieldRows>
      <TicketsSection company={company} />
      <AgentsSection company={company} actions={actions} />
      <MembersSection company={company} actions={actions} />
    </Record>
  );
}

function CompanyMark() {
  return (
    <span
      aria-hidden="true"
      className="grid size-9 shrink-0 place-items-center rounded-lg bg-selected text-selected-foreground"
    >
      <Building2 />
    </span>
  );
}

function nameOf(known: Company | undefined, failure: Failure | null): string {
  if (failure?.code === "not_found") return "Not found";
  return known?.name ?? "Company";
}

function PageName({ name, listAddress }: { name: string; listAddress: string }) {
  usePage({ label: "Company", to: listAddress }, name);
  return null;
}

/** A merged company returns the company it was merged into. The address follows. */
function useAddressOfTarget(shown: string | undefined, asked: string): void {
  const navigate = useNavigate();
  const { search } = useLocation();
  useEffect(() => {
    if (shown !== undefined && shown !== asked) {
      navigate(companyAddress(shown, search), { replace: true });
    }
  }, [shown, asked, search, navigate]);
}

/** Counts by status, each a link to these tickets, and the latest tickets. */
function TicketsSection({ company }: { company: CompanyDetails }) {
  const { ticketCounts, recentTickets } = company;
  const held = ticketStatuses.filter((status) => ticketCounts[status] > 0);
  return (
    <RecordSection
      title="Tickets"
      count={`${formatNumber(openCount(ticketCounts))} open`}
      aside={held.length > 0 && <ShowAll of="Tickets" to={ticketsOf(company)} />}
    >
      {held.length === 0 ? (
        <p className="text-faint">No tickets yet.</p>
      ) : (
        <>
          <ul aria-label="Tickets by state" className="flex flex-wrap gap-1.5 pt-1 pb-2">
            {held.map((status) => (
              <li key={status}>
                <Link
                  to={ticketsOf(company, status)}
                  className="flex h-7 items-center gap-1.5 rounded-md border bg-card px-2 text-sm hover:bg-accent dark:bg-transparent pointer-coarse:h-11"
                >
                  <StatusMark status={status} besideWord />
                  {statusNames[status]}
                  <span className="text-muted-foreground tabular-nums">
                    {formatNumber(ticketCounts[status])}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
          <RecordTickets tickets={recentTickets} />
        </>
      )}
    </RecordSection>
  );
}

/** The address of the list of exactly these tickets. */
function ticketsOf(company: { name: string }, status?: TicketStatus): string {
  const terms = [`company:${printName(withoutQuotes(company.name))}`, status && `status:${status}`];
  const params = new URLSearchParams({ view: "all", q: terms.filter(Boolean).join(" ") });
  return `/ticket/log?${params}`;
}

/** A query cannot contain a quotation mark, so it searches for the longest part without one. */
function withoutQuotes(name: string): string {
  const parts = name.split('"').map((part) => part.trim());
  return parts.reduce((one, other) => (other.length > one.length ? other : one));
}

const CompanyMergeDialog = lazyDialog(
  () => import("./CompanyMergeDialog.tsx"),
  "CompanyMergeDialog",
);

interface MergeInProgressProps {
  company: CompanyDetails;
  into: CompanyRef;
}

/** Shown while the tickets are being moved. A merge that was interrupted can be continued or stopped. */
function MergeInProgress({ company, into }: MergeInProgressProps) {
  const queryClient = useQueryClient();
  const utils = trpc.useUtils();
  const [continuing, setContinuing] = useState(false);
  const stop = trpc.companies.stopMerge.useMutation({
    meta: { showsError: true },
    onSuccess: (answer) => utils.companies.get.setData({ id: company.id }, answer),
    onError: (error) => notifyError(`${company.name} was not changed`, readFailure(error)),
    onSettled: () => invalidate(queryClient, "companies"),
  });
  return (
    <div
      role="status"
      className="mb-3 flex flex-col gap-2 rounded-md border border-note-border bg-note px-3 py-2 text-note-foreground text-sm"
    >
      <p>
        The tickets of this company are being moved to{" "}
        <bdi className="font-medium">{into.name}</bdi>. Tickets already moved stay there, even if
        you stop the merge.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button variant="outline" size="xs" onClick={() => setContinuing(true)}>
          Continue merging…
        </Button>
        <Button
          variant="outline"
          size="xs"
          disabled={stop.isPending}
          onClick={() => stop.mutate({ id: company.id })}
        >
          Stop merging
        </Button>
      </div>
      {continuing && (
        <CompanyMergeDialog source={company} into={into} onClose={() => setContinuing(false)} />
      )}
    </div>
  );
}
