import { Building2 } from "lucide-react";
import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { type Company, type CompanyDetails, companyLimits } from "../../../shared/companies.ts";
import { usePage } from "../../app/navigation/page.ts";
import { StaleStrip } from "../../components/list/Freshness.tsx";
import { ComingRecord } from "../../components/record/ComingRecord.tsx";
import { FieldRow, FieldRows } from "../../components/record/FieldRow.tsx";
import { FieldText } from "../../components/record/FieldText.tsx";
import { Record } from "../../components/record/Record.tsx";
import { RecordHeader } from "../../components/record/RecordHeader.tsx";
import { StateDot } from "../../components/ui/state-dot.tsx";
import { Day } from "../../components/ui/time-ago.tsx";
import type { Failure } from "../../data/errors.ts";
import { AgentsSection } from "./AgentsSection.tsx";
import { BeingMerged } from "./BeingMerged.tsx";
import { CompanyMenu } from "./CompanyMenu.tsx";
import { companyAddress } from "./company-list-address.ts";
import { companyStateNames } from "./company-states.ts";
import { DomainsField } from "./DomainsField.tsx";
import { MembersSection } from "./MembersSection.tsx";
import { fieldRefusal } from "./refusal-words.ts";
import { TicketsSection } from "./TicketsSection.tsx";
import { useCompany } from "./use-company.ts";
import { useCompanyActs } from "./use-company-acts.ts";

interface CompanyRecordProps {
  id: string;
  /** What the list knows of it. */
  known: Company | undefined;
  listAddress: string;
}

/** One company: what was seen before is there at once. */
export function CompanyRecord({ id, known, listAddress }: CompanyRecordProps) {
  const { company, failure, retry } = useCompany(id);
  useAddressOf(company?.id, id);
  if (!company) {
    return (
      <>
        <PageName name={nameOf(known, failure)} listAddress={listAddress} />
        <ComingRecord
          noun="company"
          gone="It was deleted or merged since this link was made, or the link is mistyped."
          lead={<CompanyMark />}
          name={failure ? undefined : known?.name}
          {...{ failure, retry, listAddress }}
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
  const acts = useCompanyActs(company.id);
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
              check={(words) => (words === "" ? "A company needs a name." : null)}
              onSave={async (words, seen) =>
                fieldRefusal(await acts.change({ name: words }, { name: seen }), "name")
              }
            />
          }
          listAddress={listAddress}
        >
          <CompanyMenu company={company} acts={acts} />
        </RecordHeader>
      }
    >
      {company.mergingInto && <BeingMerged company={company} into={company.mergingInto} />}
      <FieldRows>
        <FieldRow label="Mail domains">
          <DomainsField company={company} acts={acts} />
        </FieldRow>
        <FieldRow label="State">
          <span className="flex items-center gap-2">
            <StateDot tone={state === "active" ? "success" : "muted"} />
            {companyStateNames[state]}
            {state === "archived" && (
              <span className="text-faint text-xs">takes no new tickets</span>
            )}
          </span>
        </FieldRow>
        <FieldRow label="Notes">
          <FieldText
            label="Notes"
            value={notes}
            placeholder="Add notes for colleagues"
            maxLength={companyLimits.notes}
            multiline
            onSave={async (words, seen) =>
              fieldRefusal(await acts.change({ notes: words }, { notes: seen }), "notes")
            }
          />
        </FieldRow>
        <FieldRow label="Since">
          <Day at={createdAt} />
        </FieldRow>
      </FieldRows>
      <TicketsSection company={company} />
      <AgentsSection company={company} acts={acts} />
      <MembersSection company={company} acts={acts} />
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

/** What was merged answers with the company it went into: the address follows. */
function useAddressOf(shown: string | undefined, asked: string): void {
  const navigate = useNavigate();
  const { search } = useLocation();
  useEffect(() => {
    if (shown !== undefined && shown !== asked) {
      navigate(companyAddress(shown, search), { replace: true });
    }
  }, [shown, asked, search, navigate]);
}
