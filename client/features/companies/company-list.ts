import { keepPreviousData } from "@tanstack/react-query";
import { getQueryKey } from "@trpc/react-query";
import {
  type Company,
  type CompanyPage,
  type CompanySort,
  type CompanyState,
  companyLimits,
  companySorts,
  companyStates,
  descendsByDefault,
} from "../../../shared/companies.ts";
import { isUuid } from "../../../shared/ids.ts";
import {
  openStatuses,
  statusNames,
  type TicketStatus,
  ticketStatuses,
} from "../../../shared/tickets/vocabulary.ts";
import { formatNumber } from "../../components/format/format.ts";
import {
  type ListAddress,
  readChoice,
  readDescending,
  writeSearch,
} from "../../components/table/list-address.ts";
import { pagedOptions, useLivePages } from "../../components/table/use-pages.ts";
import { trpc } from "../../data/trpc.ts";

/** The filters and the order of the list. */
export interface CompanyList {
  search: string;
  state: CompanyState | undefined;
  /** An agent's id, or `none` for companies without an assigned agent. */
  agent: string | undefined;
  /** An email domain, or `none`. */
  domain: string | undefined;
  sort: CompanySort;
  descending: boolean;
}

export const none = "none";

export const companyListAddress: ListAddress<CompanyList> = {
  read(params) {
    const sort = readChoice(params, "sort", companySorts) ?? "name";
    const agent = params.get("agent") ?? "";
    return {
      search: params.get("q")?.slice(0, companyLimits.search) ?? "",
      state: readChoice(params, "state", companyStates),
      agent: isUuid(agent) || agent === none ? agent : undefined,
      domain: params.get("domain")?.slice(0, companyLimits.domain) || undefined,
      sort,
      descending: readDescending(params, descendsByDefault(sort)),
    };
  },
  write({ search, state, agent, domain, sort, descending }) {
    return writeSearch({
      q: search,
      state,
      agent,
      domain,
      sort: sort === "name" ? undefined : sort,
      dir: descending === descendsByDefault(sort) ? undefined : descending ? "desc" : "asc",
    });
  },
};

export const noFilters = {
  search: "",
  state: undefined,
  agent: undefined,
  domain: undefined,
} satisfies Partial<CompanyList>;

export function isFiltered({ search, state, agent, domain }: CompanyList): boolean {
  return search.trim() !== "" || [state, agent, domain].some((each) => each !== undefined);
}

/** The address of a company next to the current list. */
export function companyAddress(id: string, listSearch: string): string {
  return `/company/${id}${listSearch}`;
}

/** Loads the rows first, then how many there are in all. */
export function useCompanies(list: CompanyList) {
  const { sort, descending } = list;
  const filter = companyFilterOf(list);
  const asked = { ...filter, sort, descending };
  const rows = trpc.companies.list.useInfiniteQuery(asked, pagedOptions);
  const count = trpc.companies.count.useQuery(filter, {
    enabled: rows.isSuccess && !rows.isPlaceholderData,
    placeholderData: keepPreviousData,
    meta: { showsError: true },
  });
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  const total = trpc.companies.count.useQuery({}, { enabled: isFiltered && count.isSuccess });
  return {
    pages: useLivePages(rows, companiesOf, getQueryKey(trpc.companies.list, asked, "infinite")),
    count: count.data?.count,
    total: isFiltered ? total.data?.count : undefined,
  };
}

/** The filter of the list, as the procedures take it. */
export function companyFilterOf({ sort: _, descending: __, search, ...filters }: CompanyList) {
  return { ...filters, search: search.trim() || undefined };
}

function companiesOf(page: CompanyPage) {
  return page.companies;
}

export const companyStateNames: Record<CompanyState, string> = {
  active: "Active",
  archived: "Archived",
};

type Counts = Company["ticketCounts"];

export function openCount(counts: Counts): number {
  return openStatuses.reduce((sum, status) => sum + counts[status], 0);
}

/** `2 New, 5 Open, 31 Closed`, leaving out statuses without tickets. */
export function formatCounts(counts: Counts): string {
  const held = ticketStatuses.filter((status) => counts[status] > 0);
  return held.map((status) => inWords(status, counts[status])).join(", ") || "No tickets";
}

function inWords(status: TicketStatus, count: number): string {
  return `${formatNumber(count)} ${statusNames[status]}`;
}
