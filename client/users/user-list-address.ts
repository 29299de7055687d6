import { type Role, roles } from "../../shared/access.ts";
import { isUuid } from "../../shared/ids.ts";
import { type UserSort, type UserState, userSorts, userStates } from "../../shared/users.ts";
import {
  type ListAddress,
  readChoice,
  readDescending,
  writeSearch,
} from "../parts/list-address.ts";

/** Which users are listed, and in which order. */
export interface UserList {
  search: string;
  role: Role | undefined;
  state: UserState | undefined;
  companyId: string | undefined;
  sort: UserSort;
  descending: boolean;
}

export const searchLimit = 200;

export const userListAddress: ListAddress<UserList> = {
  read(params) {
    const sort = readChoice(params, "sort", userSorts) ?? "name";
    const company = params.get("company") ?? "";
    return {
      search: params.get("q")?.slice(0, searchLimit) ?? "",
      role: readChoice(params, "role", roles),
      state: readChoice(params, "state", userStates),
      companyId: isUuid(company) ? company : undefined,
      sort,
      descending: readDescending(params, beginsDescending(sort)),
    };
  },
  write({ search, role, state, companyId, sort, descending }) {
    return writeSearch({
      q: search,
      role,
      state,
      company: companyId,
      sort: sort === "name" ? undefined : sort,
      dir: descending === beginsDescending(sort) ? undefined : descending ? "desc" : "asc",
    });
  },
};

/** Names in their order, times with the newest first. */
export function beginsDescending(sort: UserSort): boolean {
  return sort === "lastSeen" || sort === "created";
}
