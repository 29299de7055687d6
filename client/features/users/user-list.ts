import { keepPreviousData } from "@tanstack/react-query";
import { getQueryKey } from "@trpc/react-query";
import { type Role, roles } from "../../../shared/access.ts";
import { isUuid } from "../../../shared/ids.ts";
import {
  type CompanyRef,
  noCompany,
  type User,
  type UserPage,
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
} from "../../components/table/list-address.ts";
import { pagedOptions, useLivePages } from "../../components/table/use-pages.ts";
import { trpc } from "../../data/trpc.ts";

/** Loads the rows first, then how many there are in all. */
export function useUsers(list: UserList) {
  const { sort, descending } = list;
  const filter = userFilterOf(list);
  const asked = { ...filter, sort, descending };
  const rows = trpc.users.list.useInfiniteQuery(asked, pagedOptions);
  const count = trpc.users.count.useQuery(filter, {
    enabled: rows.isSuccess && !rows.isPlaceholderData,
    placeholderData: keepPreviousData,
    meta: { showsError: true },
  });
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  const total = trpc.users.count.useQuery({}, { enabled: isFiltered && count.isSuccess });
  return {
    pages: useLivePages(rows, usersOf, getQueryKey(trpc.users.list, asked, "infinite")),
    count: count.data?.count,
    total: isFiltered ? total.data?.count : undefined,
  };
}

/** The filter of the list, as the procedures take it. */
export function userFilterOf({ search, role, state, companyId, seen }: UserList) {
  return { search: search.trim() || undefined, role, state, companyId, seen };
}

function usersOf(page: UserPage) {
  return page.users;
}

/** The filters and the order of the list. */
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
      descending: readDescending(params, descendsByDefault(sort)),
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
      dir: descending === descendsByDefault(sort) ? undefined : descending ? "desc" : "asc",
    });
  },
};

/** Names are sorted A to Z by default, times newest first. */
function descendsByDefault(sort: UserSort): boolean {
  return sort === "lastSeen" || sort === "created";
}

/** The company with this id, found through the users in the list. */
export function companyInList(
  users: readonly User[],
  id: string | undefined,
): CompanyRef | undefined {
  if (id === undefined) return undefined;
  return users.flatMap((user) => user.companies).find((company) => company.id === id);
}
