import type { DashboardBlock } from "../../../shared/dashboard/figures.ts";
import { writeSearch } from "../../components/table/list-address.ts";
import type { Dashboard } from "./use-dashboard.ts";

/** The address of a block's figures as CSV, with the page's filters. */
export function csvOf(
  block: DashboardBlock,
  { view: { range, filters, compare }, timeZone }: Dashboard,
  more: Record<string, string> = {},
): string {
  const days = typeof range === "string" ? { period: range } : range;
  const compared = block === "totals" && !compare ? { compare: "none" } : {};
  return `/node/dashboard/csv/${block}${writeSearch({ ...days, ...filters, ...compared, ...more, timeZone })}`;
}
