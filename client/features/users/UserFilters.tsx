import { type Role, roles } from "../../../shared/access.ts";
import {
  noCompany,
  type User,
  type UserSeen,
  type UserState,
  userSeen,
  userStates,
} from "../../../shared/users.ts";
import { FilterMenu, FilterPopover } from "../../components/filters/FilterMenu.tsx";
import { CompanyChoices } from "../../components/pickers/CompanySelect.tsx";
import { trpc } from "../../data/trpc.ts";
import { userStateNames } from "./UserStateBadge.tsx";
import { companyInList, type UserList } from "./user-list.ts";

interface UserFiltersProps {
  list: UserList;
  users: readonly User[];
  change: (patch: Partial<UserList>) => void;
}

export function UserFilters({ list, users, change }: UserFiltersProps) {
  return (
    <>
      <FilterMenu
        label="Role"
        any="Any role"
        value={list.role}
        choices={roles.map((role): { value: Role; name: string } => ({ value: role, name: role }))}
        onChange={(role) => change({ role })}
      />
      <CompanyFilter
        value={list.companyId}
        name={companyInList(users, list.companyId)?.name}
        onChange={(companyId) => change({ companyId })}
      />
      <FilterMenu
        label="State"
        any="Any state"
        value={list.state}
        choices={userStates.map((state): { value: UserState; name: string } => ({
          value: state,
          name: userStateNames[state],
        }))}
        onChange={(state) => change({ state })}
      />
      <FilterMenu
        label="Seen"
        any="Any time"
        value={list.seen}
        choices={userSeen.map((seen): { value: UserSeen; name: string } => ({
          value: seen,
          name: seenNames[seen],
        }))}
        onChange={(seen) => change({ seen })}
      />
    </>
  );
}

const seenNames: Record<UserSeen, string> = {
  day: "In the last 24 hours",
  week: "In the last 7 days",
  month: "In the last 30 days",
  "not-month": "Not in 30 days",
  "not-quarter": "Not in 90 days",
  never: "Never",
};

interface CompanyFilterProps {
  value: string | undefined;
  /** The name of the chosen company, if the page knows it already. */
  name: string | undefined;
  onChange: (companyId: string | undefined) => void;
}

function CompanyFilter({ value, name: known, onChange }: CompanyFilterProps) {
  const isNone = value === noCompany;
  const found = useCompanyName(known || isNone ? undefined : value) ?? known;
  const name = isNone ? withoutCompany.name : found;
  return (
    <FilterPopover label="Company" chosen={value && (name ?? "…")} onChange={onChange}>
      {(choose) => (
        <CompanyChoices
          none="Any company"
          also={withoutCompany}
          chosen={value}
          onChoose={(company) => choose(company?.id ?? null)}
        />
      )}
    </FilterPopover>
  );
}

const withoutCompany = { id: noCompany, name: "No company" };

/** The name of a company whose id is in the address. */
function useCompanyName(id: string | undefined): string | undefined {
  const company = trpc.companies.get.useQuery(
    { id: id ?? "" },
    { enabled: id !== undefined, meta: { showsError: true } },
  );
  return company.data?.name;
}
