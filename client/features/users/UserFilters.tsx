import { type Role, roles } from "../../../shared/access.ts";
import {
  type User,
  type UserSeen,
  type UserState,
  userSeen,
  userStates,
} from "../../../shared/users.ts";
import { FilterMenu } from "../../components/filters/FilterMenu.tsx";
import { CompanyFilter } from "./CompanyFilter.tsx";
import { companyListed } from "./company-listed.ts";
import { userStateNames } from "./UserStateBadge.tsx";
import type { UserList } from "./user-list-address.ts";

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
        name={companyListed(users, list.companyId)?.name}
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
        any="Whenever"
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
  "not-month": "Not for 30 days",
  "not-quarter": "Not for 90 days",
  never: "Never",
};
