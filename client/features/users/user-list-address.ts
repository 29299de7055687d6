import { type Role, roles } from "../../../shared/access.ts";
import { isUuid } from "../../../shared/ids.ts";
import {
  noCompany,
  type UserSeen,
  type UserSort,
  type UserState,
  userSeen,
  userSorts,
  userStates,
} from "../../../shared/users.ts";
import {
  type ListAddress,
  readChoice,
  readDescending,
  writeSearch,
} from "../../components/list/list-address.ts";

/** Which users are listed, and in which order. */
export interface UserList {
  search: string;
  role: Role | undefined;
  state: UserState | undefined;
  companyId: string | undefined;
  seen: UserSeen | undefined;
  sort: UserSort;
  descending: boolean;
}

export const userSearchLimit = 200;

export const noFilters = {
  search: "",
  role: undefined,
  state: undefined,
  companyId: undefined,
  seen: undefined,
} satisfies Partial<UserList>;

export const userListAddress: ListAddress<UserList> = {
  read(params) {
    const sort = readChoice(params, "sort", userSorts) ?? "name";
    const company = params.get("company") ?? "";
    return {
      search: params.get("q")?.slice(0, userSearchLimit) ?? "",
      role: readChoice(params, "role", roles),
      state: readChoice(params, "state", userStates),
      companyId: isUuid(company) || company === noCompany ? company : undefined,
      seen: readChoice(params, "seen", userSeen),
      sort,
      descending: readDescending(params, beginsDescending(sort)),
    };
  },
  write({ search, role, state, companyId, seen, sort, descending }) {
    return writeSearch({
      q: search,
      role,
      state,
      company: companyId,
      seen,
      sort: sort === "name" ? undefined : sort,
      dir: descending === beginsDescending(sort) ? undefined : descending ? "desc" : "asc",
    });
  },
};

/** Names in their order, times with the newest first. */
function beginsDescending(sort: UserSort): boolean {
  return sort === "lastSeen" || sort === "created";
}
