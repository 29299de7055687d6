import { Building2, Plus } from "lucide-react";
import { useCallback, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { type Company, companyLimits } from "../../../shared/companies.ts";
import { usePage } from "../../app/navigation/page.ts";
import { exportAddress } from "../../components/import/export-address.ts";
import { RecordList, type RecordListState } from "../../components/record/RecordList.tsx";
import { RecordPanes } from "../../components/record/RecordPanes.tsx";
import { useOpenRecord } from "../../components/record/use-open-record.ts";
import { useRecordKeys } from "../../components/record/use-record-keys.ts";
import { useListAddress } from "../../components/table/list-address.ts";
import { useChosenRows } from "../../components/table/selection/use-chosen-rows.ts";
import { Button } from "../../components/ui/button.tsx";
import { EmptyState } from "../../components/ui/empty-state.tsx";
import { lazyDialog } from "../../components/ui/lazy-dialog.tsx";
import { trpc } from "../../data/trpc.ts";
import { CompanyFilters } from "./CompanyFilters.tsx";
import { CompanyRecord } from "./CompanyRecord.tsx";
import { CompanySelectionBar } from "./CompanySelectionBar.tsx";
import { companyColumns } from "./company-columns.tsx";
import {
  type CompanyList as Address,
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
  const { open, last, covered, listAddress } = useOpenRecord("/company");
  const [list, change] = useListAddress(companyListAddress);
  const { pages, count, total } = useCompanies(list);
  const { rows, isPrevious } = pages;
  const listKey = JSON.stringify(list);
  const chosen = useChosenRows({ listKey, rows, isPrevious, nameOf, covered });
  const [creating, setCreating] = useState(false);
  const create = useCallback(() => setCreating(true), []);
  useRecordKeys({ rows, area: "/company", onNew: create });

  return (
    <>
      {open === null && <PageName />}
      <RecordPanes
        open={open}
        selecting={chosen.ids.size > 0}
        list={
          <CompanyList
            list={list}
            change={change}
            pages={pages}
            count={count}
            total={total}
            listKey={listKey}
            chosen={chosen}
            open={open}
            last={last}
            onNew={create}
          />
        }
        record={
          open && (
            <CompanyRecord
              key={open}
              id={open}
              known={rows.find(({ id }) => id === open)}
              listAddress={listAddress}
            />
          )
        }
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

function PageName() {
  usePage("Company");
  return null;
}

function nameOf({ name }: Company): string {
  return name;
}

function CompanyList(props: RecordListState<Company, Address>) {
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
      selectionBar={
        <CompanySelectionBar chosen={chosen} list={list} count={count} companies={pages.rows} />
      }
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
