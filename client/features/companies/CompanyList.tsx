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
import { type CompanyList as Address, isFiltered, noFilters } from "./company-list.ts";

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
        <NoCompanies filtered={isFiltered(list)} onClear={() => change(noFilters)} onNew={onNew} />
      }
      selectionBar={<CompanySelectionBar {...{ chosen, list, count }} companies={pages.rows} />}
      onAim={({ id }) => void utils.companies.get.prefetch({ id })}
    />
  );
}

interface NoCompaniesProps {
  filtered: boolean;
  onClear: () => void;
  onNew: () => void;
}

function NoCompanies({ filtered, onClear, onNew }: NoCompaniesProps) {
  return (
    <EmptyState
      icon={Building2}
      title={filtered ? "No companies found" : "No companies yet"}
      action={
        filtered ? (
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
      {filtered
        ? "No companies match your search and filters."
        : "Companies group customers and their tickets. New customers join the company that owns their email domain."}
    </EmptyState>
  );
}
