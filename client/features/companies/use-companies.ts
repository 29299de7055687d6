import { keepPreviousData } from "@tanstack/react-query";
import { getQueryKey } from "@trpc/react-query";
import type { CompanyPage } from "../../../shared/companies.ts";
import { nextCursorOf, useLivePages } from "../../components/list/use-pages.ts";
import { trpc } from "../../data/trpc.ts";
import type { CompanyList } from "./company-list-address.ts";

/** The rows first; how many there are in all is asked once they have come. */
export function useCompanies(list: CompanyList) {
  const { sort, descending } = list;
  const filter = companyFilterOf(list);
  const asked = { ...filter, sort, descending };
  const rows = trpc.companies.list.useInfiniteQuery(asked, {
    getNextPageParam: nextCursorOf,
    placeholderData: keepPreviousData,
    meta: { showsError: true },
  });
  const count = trpc.companies.count.useQuery(filter, {
    enabled: rows.isSuccess && !rows.isPlaceholderData,
    placeholderData: keepPreviousData,
    meta: { showsError: true },
  });
  const isNarrowed = Object.values(filter).some((value) => value !== undefined);
  const total = trpc.companies.count.useQuery({}, { enabled: isNarrowed && count.isSuccess });
  return {
    pages: useLivePages(rows, companiesOf, getQueryKey(trpc.companies.list, asked, "infinite")),
    count: count.data?.count,
    total: isNarrowed ? total.data?.count : undefined,
  };
}

/** What the list is narrowed to, as the calls take it. */
export function companyFilterOf({ sort: _, descending: __, search, ...narrowed }: CompanyList) {
  return { ...narrowed, search: search.trim() || undefined };
}

function companiesOf(page: CompanyPage) {
  return page.companies;
}
