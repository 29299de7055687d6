import {
  type CompanySort,
  type CompanyState,
  companyLimits,
  companySorts,
  companyStates,
  descendsByItself,
} from "../../../shared/companies.ts";
import { isUuid } from "../../../shared/ids.ts";
import {
  type ListAddress,
  readChoice,
  readDescending,
  writeSearch,
} from "../../components/list/list-address.ts";

/** Which companies are listed, and in which order. */
export interface CompanyList {
  search: string;
  state: CompanyState | undefined;
  /** An agent's id, or `none` for companies that are assigned to nobody. */
  agent: string | undefined;
  /** One mail domain, or `none`. */
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
      descending: readDescending(params, descendsByItself(sort)),
    };
  },
  write({ search, state, agent, domain, sort, descending }) {
    return writeSearch({
      q: search,
      state,
      agent,
      domain,
      sort: sort === "name" ? undefined : sort,
      dir: descending === descendsByItself(sort) ? undefined : descending ? "desc" : "asc",
    });
  },
};

export const noFilters = {
  search: "",
  state: undefined,
  agent: undefined,
  domain: undefined,
} satisfies Partial<CompanyList>;

export function isNarrowed({ search, state, agent, domain }: CompanyList): boolean {
  return search.trim() !== "" || [state, agent, domain].some((each) => each !== undefined);
}

/** A company's page, with the list as it is beside it. */
export function companyAddress(id: string, listSearch: string): string {
  return `/company/${id}${listSearch}`;
}
