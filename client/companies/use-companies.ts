import { keepPreviousData } from "@tanstack/react-query";
import type { CompanyPage } from "../../shared/companies.ts";
import { trpc } from "../lib/trpc.ts";
import { nextCursorOf, usePages } from "../parts/use-pages.ts";
import type { CompanyList } from "./company-list-address.ts";

/** The rows first; how many there are in all is asked once they have come. */
export function useCompanies({ search, state, sort, descending }: CompanyList) {
  const filter = { search: search.trim() || undefined, state };
  const rows = trpc.companies.list.useInfiniteQuery(
    { ...filter, sort, descending },
    {
      getNextPageParam: nextCursorOf,
      placeholderData: keepPreviousData,
      meta: { showsError: true },
    },
  );
  const count = trpc.companies.count.useQuery(filter, {
    enabled: rows.isSuccess && !rows.isPlaceholderData,
    placeholderData: keepPreviousData,
    meta: { showsError: true },
  });
  return { pages: usePages(rows, companiesOf), count: count.data?.count };
}

function companiesOf(page: CompanyPage) {
  return page.companies;
}
