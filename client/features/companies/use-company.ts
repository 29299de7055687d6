import { keepPreviousData } from "@tanstack/react-query";
import type { MemberPage } from "../../../shared/companies.ts";
import { nextCursorOf, usePages } from "../../components/list/use-pages.ts";
import { readFailure } from "../../data/errors.ts";
import { trpc } from "../../data/trpc.ts";

export function useCompany(id: string) {
  const query = trpc.companies.get.useQuery({ id }, { meta: { showsError: true } });
  const failure = query.isError ? readFailure(query.error) : null;
  return {
    // What is gone meanwhile is gone from the screen too.
    company: failure?.code === "not_found" ? undefined : query.data,
    failure,
    retry: () => void query.refetch(),
  };
}

/** Its customers, a page at a time. */
export function useMembers(id: string, search: string) {
  const rows = trpc.companies.members.useInfiniteQuery(
    { id, search: search.trim() || undefined, limit: 20 },
    {
      getNextPageParam: nextCursorOf,
      placeholderData: keepPreviousData,
      meta: { showsError: true },
    },
  );
  return usePages(rows, membersOf);
}

function membersOf(page: MemberPage) {
  return page.members;
}
