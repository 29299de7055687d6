import {
  type CompanySort,
  type CompanyState,
  companySorts,
  companyStates,
} from "../../shared/companies.ts";
import {
  type ListAddress,
  readChoice,
  readDescending,
  writeSearch,
} from "../parts/list-address.ts";

/** Which companies are listed, and in which order. */
export interface CompanyList {
  search: string;
  state: CompanyState | undefined;
  sort: CompanySort;
  descending: boolean;
}

export const searchLimit = 200;

export const companyListAddress: ListAddress<CompanyList> = {
  read(params) {
    const sort = readChoice(params, "sort", companySorts) ?? "name";
    return {
      search: params.get("q")?.slice(0, searchLimit) ?? "",
      state: readChoice(params, "state", companyStates),
      sort,
      descending: readDescending(params, sort === "created"),
    };
  },
  write({ search, state, sort, descending }) {
    return writeSearch({
      q: search,
      state,
      sort: sort === "name" ? undefined : sort,
      dir: descending === (sort === "created") ? undefined : descending ? "desc" : "asc",
    });
  },
};
