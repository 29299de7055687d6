import { noCompany } from "../../../shared/users.ts";
import { FilterPopover } from "../../components/filters/FilterPopover.tsx";
import { CompanyChoices } from "../../components/pickers/CompanyChoices.tsx";
import { trpc } from "../../data/trpc.ts";

interface CompanyFilterProps {
  value: string | undefined;
  /** The chosen company's name, where the page knows it already. */
  name: string | undefined;
  onChange: (companyId: string | undefined) => void;
}

export function CompanyFilter({ value, name: known, onChange }: CompanyFilterProps) {
  const isNone = value === noCompany;
  const found = useCompanyName(known || isNone ? undefined : value) ?? known;
  const name = isNone ? withoutAny.name : found;
  return (
    <FilterPopover label="Company" chosen={value && (name ?? "…")}>
      {(close) => (
        <CompanyChoices
          none="Any company"
          also={withoutAny}
          chosen={value}
          onChoose={(company) => {
            onChange(company?.id);
            close();
          }}
        />
      )}
    </FilterPopover>
  );
}

const withoutAny = { id: noCompany, name: "No company" };

/** The name of a company whose id came with the address. */
function useCompanyName(id: string | undefined): string | undefined {
  const company = trpc.companies.get.useQuery(
    { id: id ?? "" },
    { enabled: id !== undefined, meta: { showsError: true } },
  );
  return company.data?.name;
}
