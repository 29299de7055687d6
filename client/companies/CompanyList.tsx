import { Building2, Plus } from "lucide-react";
import { type Company, type CompanySort, companyLimits } from "../../shared/companies.ts";
import { trpc } from "../lib/trpc.ts";
import { exportAddress } from "../parts/import/export-address.ts";
import { AreaToolbar } from "../parts/list/area-toolbar.tsx";
import { DataTable } from "../parts/list/data-table.tsx";
import { ListActions } from "../parts/list/list-actions.tsx";
import { ListBody } from "../parts/list/list-body.tsx";
import { SearchBox } from "../parts/list/search-box.tsx";
import type { ChosenRows } from "../parts/list/selection/use-chosen-rows.ts";
import { WhileChosen } from "../parts/list/selection/while-chosen.tsx";
import { useAim } from "../parts/list/use-aim.ts";
import type { Pages } from "../parts/list/use-pages.ts";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { CompanyFilters } from "./CompanyFilters.tsx";
import { CompanySelectionBar } from "./CompanySelectionBar.tsx";
import { companyColumns } from "./company-columns.tsx";
import { type CompanyList as Address, isNarrowed, noFilters } from "./company-list-address.ts";

interface CompanyListProps {
  list: Address;
  change: (patch: Partial<Address>) => void;
  pages: Pages<Company>;
  count: number | undefined;
  listKey: string;
  chosen: ChosenRows<Company>;
  open: string | null;
  /** The one that is open, or was last. */
  last: string | null;
  onNew: () => void;
}

export function CompanyList(props: CompanyListProps) {
  const { list, change, pages, count, listKey, chosen, open, last, onNew } = props;
  const utils = trpc.useUtils();
  const aim = useAim(({ id }: { id: string }) => void utils.companies.get.prefetch({ id }));
  return (
    <>
      <AreaToolbar
        title="Companies"
        count={count}
        one="company"
        many="companies"
        actions={
          <ListActions
            label="New company"
            onNew={onNew}
            imports="companies"
            exportAddress={exportAddress("companies", { ...list, search: list.search.trim() })}
          />
        }
      >
        <SearchBox
          label="Name or domain"
          shown={list.search}
          onSearch={(search) => change({ search })}
          maxLength={companyLimits.search}
          className="w-57 max-shell:w-full"
        />
        <CompanyFilters list={list} change={change} />
      </AreaToolbar>
      <ListBody
        pages={pages}
        empty={
          <NoCompanies
            narrowed={isNarrowed(list)}
            onClear={() => change(noFilters)}
            onNew={onNew}
          />
        }
      >
        <DataTable
          label="Companies"
          columns={companyColumns}
          pages={pages}
          count={count}
          sort={{ id: list.sort, desc: list.descending }}
          onSort={({ id, desc }) => change({ sort: id as CompanySort, descending: desc })}
          listKey={listKey}
          current={last}
          opened={open}
          onAim={aim}
          selection={chosen.rows}
          rowClassName="h-10 pointer-coarse:h-11 @max-[44rem]:h-12!"
        />
      </ListBody>
      <WhileChosen size={chosen.ids.size}>
        <CompanySelectionBar {...{ chosen, list, count }} companies={pages.rows} />
      </WhileChosen>
    </>
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
        : "Companies stand here with their people and tickets. A customer whose address has one of a company’s mail domains joins it by themselves."}
    </EmptyState>
  );
}
