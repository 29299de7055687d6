import { type AskedRange, lengthOf, rangeFrom } from "../../../shared/dashboard/days.ts";
import type { Drill } from "../../../shared/dashboard/drill.ts";
import {
  type BreakdownOf,
  breakdownsOf,
  type DashboardFilters,
  filterKeys,
  longestRange,
  periods,
  type RatingsBy,
  ratingsBy,
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
  /** By what the ratings are counted. */
  ratings: RatingsBy;
}

const usualRange = "30d";
const usualOf = "open";
const usualRatings = "agent";
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
      ratings: readChoice(params, "ratings", ratingsBy) ?? usualRatings,
    };
  },
  write({ range, compare, filters, of, ratings }) {
    return writeSearch({
      ...(typeof range === "string" ? { period: range === usualRange ? "" : range } : range),
      compare: compare ? undefined : "none",
      ...filters,
      of: of === usualOf ? undefined : of,
      ratings: ratings === usualRatings ? undefined : ratings,
    });
  },
};

/** The address of the list of exactly these tickets. */
export function listOf({ q, timeZone, sort, descending }: Drill): string {
  const dir = descending === undefined ? undefined : descending ? "desc" : "asc";
  return `/ticket/log${writeSearch({ view: "all", q, tz: timeZone, sort, dir })}`;
}
