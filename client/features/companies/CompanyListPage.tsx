import { Building2, Plus } from "lucide-react";
import { useCallback, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { type Company, companyLimits } from "../../../shared/companies.ts";
import { exportAddress } from "../../components/import/export-address.ts";
import { RecordArea, useRecordArea } from "../../components/record/RecordArea.tsx";
import { Button } from "../../components/ui/button.tsx";
import { EmptyState } from "../../components/ui/empty-state.tsx";
import { lazyDialog } from "../../components/ui/lazy-dialog.tsx";
import { trpc } from "../../data/trpc.ts";
import { CompanyFilters } from "./CompanyFilters.tsx";
import { CompanyRecord } from "./CompanyRecord.tsx";
import { CompanySelectionBar } from "./CompanySelectionBar.tsx";
import { companyColumns } from "./company-columns.tsx";
import {
  companyAddress,
  companyListAddress,
  isFiltered,
  noFilters,
  useCompanies,
} from "./company-list.ts";

const NewCompanyDialog = lazyDialog(() => import("./NewCompanyDialog.tsx"), "NewCompanyDialog");

/** The companies, and the open record next to the list or over it. */
export function CompanyListPage() {
  const { search } = useLocation();
  const navigate = useNavigate();
  const state = useRecordArea({
    area: "/company",
    address: companyListAddress,
    useRows: useCompanies,
    nameOf,
  });
  const { list, change, rows, count, chosen, listAddress } = state;
  const [creating, setCreating] = useState(false);
  const create = useCallback(() => setCreating(true), []);
  const utils = trpc.useUtils();
  return (
    <>
      <RecordArea
        state={state}
        page="Company"
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
          <NoCompanies
            filtered={isFiltered(list)}
            onClear={() => change(noFilters)}
            onNew={create}
          />
        }
        selectionBar={
          <CompanySelectionBar chosen={chosen} list={list} count={count} companies={rows} />
        }
        onNew={create}
        onAim={({ id }) => void utils.companies.get.prefetch({ id })}
        record={(id, known) => (
          <CompanyRecord key={id} id={id} known={known} listAddress={listAddress} />
        )}
      />
      {creating && (
        <NewCompanyDialog
          onClose={() => setCreating(false)}
          onCreated={(id) => navigate(companyAddress(id, search))}
        />
      )}
    </>
  );
}

function nameOf({ name }: Company): string {
  return name;
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
