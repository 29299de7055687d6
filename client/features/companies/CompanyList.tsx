import { Building2, Plus } from "lucide-react";
import { type Company, companyLimits } from "../../../shared/companies.ts";
import { exportAddress } from "../../components/import/export-address.ts";
import { RecordList, type RecordListState } from "../../components/record/RecordList.tsx";
import { Button } from "../../components/ui/button.tsx";
import { EmptyState } from "../../components/ui/empty-state.tsx";
import { trpc } from "../../data/trpc.ts";
import { CompanyFilters } from "./CompanyFilters.tsx";
import { CompanySelectionBar } from "./CompanySelectionBar.tsx";
import { companyColumns } from "./company-columns.tsx";
import { type CompanyList as Address, isNarrowed, noFilters } from "./company-list-address.ts";

export function CompanyList(props: RecordListState<Company, Address>) {
  const { list, change, pages, count, chosen, onNew } = props;
  const utils = trpc.useUtils();
  return (
    <RecordList
      {...props}
      title="Companies"
      one="company"
      many="companies"
      search={{
        label: "Name or domain",
        maxLength: companyLimits.search,
        className: "max-w-57 flex-1 basis-48 max-shell:max-w-none max-shell:basis-full",
      }}
      exportAddress={exportAddress("companies", { ...list, search: list.search.trim() })}
      filters={<CompanyFilters list={list} change={change} />}
      columns={companyColumns}
      empty={
        <NoCompanies narrowed={isNarrowed(list)} onClear={() => change(noFilters)} onNew={onNew} />
      }
      selectionBar={<CompanySelectionBar {...{ chosen, list, count }} companies={pages.rows} />}
      onAim={({ id }) => void utils.companies.get.prefetch({ id })}
    />
  );
}

interface NoCompaniesProps {
  narrowed: boolean;
  onClear: () => void;
  onNew: () => void;
}

function NoCompanies({ narrowed, onClear, onNew }: NoCompaniesProps) {
  return (
    <EmptyState
      icon={Building2}
      title={narrowed ? "No company found" : "There is no company yet"}
      action={
        narrowed ? (
          <Button variant="outline" onClick={onClear}>
            Clear search and filters
          </Button>
        ) : (
          <Button onClick={onNew}>
            <Plus />
            New company
          </Button>
        )
      }
    >
      {narrowed
        ? "None fits what is searched and filtered here."
        : "Companies stand here with their people and tickets. A new customer whose address is at a company’s mail domain joins it without being added."}
    </EmptyState>
  );
}
