import type { DashboardBlock } from "../../../shared/dashboard/figures.ts";
import { writeSearch } from "../../components/table/list-address.ts";
import type { Dashboard } from "./use-dashboard.ts";

/** Where a block's figures are as CSV, as the page is narrowed. */
export function csvOf(
  block: DashboardBlock,
  { view: { range, filters, compare }, timeZone }: Dashboard,
  more: Record<string, string> = {},
): string {
  const days = typeof range === "string" ? { period: range } : range;
  const compared = block === "totals" && !compare ? { compare: "none" } : {};
  return `/node/dashboard/csv/${block}${writeSearch({ ...days, ...filters, ...compared, ...more, timeZone })}`;
}
