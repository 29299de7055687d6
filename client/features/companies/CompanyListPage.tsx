import { useCallback, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import type { Company } from "../../../shared/companies.ts";
import { usePage } from "../../app/navigation/page.ts";
import { RecordPanes } from "../../components/record/RecordPanes.tsx";
import { useOpenRecord } from "../../components/record/use-open-record.ts";
import { useRecordKeys } from "../../components/record/use-record-keys.ts";
import { useListAddress } from "../../components/table/list-address.ts";
import { useChosenRows } from "../../components/table/selection/use-chosen-rows.ts";
import { lazyDialog } from "../../components/ui/lazy-dialog.tsx";
import { CompanyList } from "./CompanyList.tsx";
import { CompanyRecord } from "./CompanyRecord.tsx";
import { companyAddress, companyListAddress, useCompanies } from "./company-list.ts";

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
  useRecordKeys({ rows, area: "/company", covered, onNew: create });

  return (
    <>
      {open === null && <PageName />}
      <RecordPanes
        open={open}
        selecting={chosen.ids.size > 0}
        list={
          <CompanyList
            {...{ list, change, pages, count, total, listKey, chosen, open, last }}
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
