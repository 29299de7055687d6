import { keepPreviousData } from "@tanstack/react-query";
import { getQueryKey } from "@trpc/react-query";
import type { UserPage } from "../../../shared/users.ts";
import { nextCursorOf, useLivePages } from "../../components/list/use-pages.ts";
import { trpc } from "../../data/trpc.ts";
import type { UserList } from "./user-list-address.ts";

/** The rows first; how many there are in all is asked once they have come. */
export function useUsers(list: UserList) {
  const { sort, descending } = list;
  const filter = userFilterOf(list);
  const asked = { ...filter, sort, descending };
  const rows = trpc.users.list.useInfiniteQuery(asked, {
    getNextPageParam: nextCursorOf,
    placeholderData: keepPreviousData,
    meta: { showsError: true },
  });
  const count = trpc.users.count.useQuery(filter, {
    enabled: rows.isSuccess && !rows.isPlaceholderData,
    placeholderData: keepPreviousData,
    meta: { showsError: true },
  });
  const isNarrowed = Object.values(filter).some((value) => value !== undefined);
  const total = trpc.users.count.useQuery({}, { enabled: isNarrowed && count.isSuccess });
  return {
    pages: useLivePages(rows, usersOf, getQueryKey(trpc.users.list, asked, "infinite")),
    count: count.data?.count,
    total: isNarrowed ? total.data?.count : undefined,
  };
}

/** What the list is narrowed to, as the calls take it. */
export function userFilterOf({ search, role, state, companyId, seen }: UserList) {
  return { search: search.trim() || undefined, role, state, companyId, seen };
}

function usersOf(page: UserPage) {
  return page.users;
}
