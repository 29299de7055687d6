import { type AskedRange, lengthOf, rangeFrom } from "../../../shared/dashboard/days.ts";
import {
  type BreakdownOf,
  breakdownsOf,
  type DashboardFilters,
  filterKeys,
  longestRange,
  periods,
} from "../../../shared/dashboard/figures.ts";
import { type ListAddress, readChoice, writeSearch } from "../../components/table/list-address.ts";

/** The dashboard's state, all of it stored in the address. */
export interface DashboardView {
  range: AskedRange;
  /** Compares with as many days directly before. */
  compare: boolean;
  filters: DashboardFilters;
  /** Which tickets the breakdowns count. */
  of: BreakdownOf;
}

const usualRange = "30d";
const usualOf = "open";
const longestName = 200;

export const dashboardAddress: ListAddress<DashboardView> = {
  read(params) {
    const own = rangeFrom(params.get("from") ?? "", params.get("to") ?? "");
    const filters: DashboardFilters = {};
    for (const key of filterKeys) {
      const text = params.get(key)?.slice(0, longestName);
      if (text) filters[key] = text;
    }
    return {
      range:
        own && lengthOf(own) <= longestRange
          ? own
          : (readChoice(params, "period", periods) ?? usualRange),
      compare: params.get("compare") !== "none",
      filters,
      of: readChoice(params, "of", breakdownsOf) ?? usualOf,
    };
  },
  write({ range, compare, filters, of }) {
    return writeSearch({
      ...(typeof range === "string" ? { period: range === usualRange ? "" : range } : range),
      compare: compare ? undefined : "none",
      ...filters,
      of: of === usualOf ? undefined : of,
    });
  },
};
