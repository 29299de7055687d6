import { Building2 } from "lucide-react";
import { type CompanySort, type CompanyState, companyStates } from "../../shared/companies.ts";
import { usePage } from "../lib/page.tsx";
import { AreaToolbar } from "../parts/area-toolbar.tsx";
import { DataTable } from "../parts/data-table.tsx";
import { FilterMenu } from "../parts/filter-menu.tsx";
import { useListAddress } from "../parts/list-address.ts";
import { ListTrouble, StaleStrip } from "../parts/list-trouble.tsx";
import { SearchBox } from "../parts/search-box.tsx";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { companyColumns } from "./company-columns.tsx";
import { companyListAddress, searchLimit } from "./company-list-address.ts";
import { companyStateNames } from "./company-states.ts";
import { useCompanies } from "./use-companies.ts";

const states = companyStates.map((state): { value: CompanyState; name: string } => ({
  value: state,
  name: companyStateNames[state],
}));

export function CompanyListPage() {
  const [list, change] = useListAddress(companyListAddress);
  const { pages, count } = useCompanies(list);
  usePage("Company");
  const narrowed = list.search.trim() !== "" || list.state !== undefined;
  return (
    <div className="flex h-full flex-col">
      <AreaToolbar title="Companies" count={count} one="company" many="companies">
        <SearchBox
          label="Name or domain"
          shown={list.search}
          onSearch={(search) => change({ search })}
          maxLength={searchLimit}
          className="w-57 max-shell:w-full"
        />
        <FilterMenu
          label="State"
          any="Any state"
          value={list.state}
          choices={states}
          onChange={(state) => change({ state })}
        />
      </AreaToolbar>
      {pages.failure && pages.rows.length === 0 ? (
        <ListTrouble failure={pages.failure} retry={pages.retry} />
      ) : !pages.isWaiting && pages.rows.length === 0 ? (
        <EmptyState
          icon={Building2}
          title={narrowed ? "No company found" : "There is no company yet"}
          action={
            narrowed && (
              <Button variant="outline" onClick={() => change({ search: "", state: undefined })}>
                Clear search and filter
              </Button>
            )
          }
        >
          {narrowed
            ? "None fits what is searched and filtered here."
            : "Companies stand here with their people and tickets."}
        </EmptyState>
      ) : (
        <>
          {pages.failure && <StaleStrip failure={pages.failure} retry={pages.retry} />}
          <DataTable
            label="Companies"
            columns={companyColumns}
            pages={pages}
            count={count}
            sort={{ id: list.sort, desc: list.descending }}
            onSort={({ id, desc }) => change({ sort: id as CompanySort, descending: desc })}
            listKey={JSON.stringify(list)}
            rowClassName="h-10 pointer-coarse:h-11 @max-[44rem]:h-12!"
          />
        </>
      )}
    </div>
  );
}
