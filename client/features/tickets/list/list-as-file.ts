import { exportAddress } from "../../../components/import/export-address.ts";
import { queryOf, type TicketList } from "./ticket-list-address.ts";

/** Where the list as it is shown is to be had as a file. */
export function listAsFile(list: TicketList, zone: string): string {
  const { view, q, timeZone } = queryOf(list, zone);
  const { sort, descending } = list;
  return exportAddress("tickets", { view, sort, descending, ...(q && { q, timeZone }) });
}
