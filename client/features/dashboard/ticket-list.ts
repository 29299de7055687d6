import type { Drill } from "../../../shared/dashboard/drill.ts";
import { writeSearch } from "../../components/table/list-address.ts";

/** The address of the list of exactly these tickets. */
export function listOf({ q, timeZone, sort, descending }: Drill): string {
  const dir = descending === undefined ? undefined : descending ? "desc" : "asc";
  return `/ticket/log${writeSearch({ view: "all", q, tz: timeZone, sort, dir })}`;
}
