import type { SavedView } from "../../../../shared/saved-views.ts";
import type { SaveViewInput } from "../../../../shared/schemas/views.ts";
import { viewQueries } from "../../../../shared/search/views.ts";
import { staffAddress, type TicketList } from "../list/ticket-list-address.ts";
import { listOfSaved, withQuery } from "./saved-view.ts";

/** Whether the list is no longer what was saved. */
export function isEdited(list: TicketList, view: SavedView): boolean {
  return staffAddress.write(list) !== staffAddress.write(listOfSaved(view));
}

/** What is kept of a list: what its view asks for and what was searched in it, as one query. */
export function queryToSave(
  list: TicketList,
): Required<Pick<SaveViewInput, "q" | "timeZone" | "sort" | "descending">> {
  const q = [viewQueries[list.view], list.search.trim()].filter(Boolean).join(" ");
  const byItself = withQuery(q, null, null);
  const usual = list.sort === byItself.sort && list.descending === byItself.descending;
  return {
    ...{ q, timeZone: list.timeZone },
    sort: usual ? null : list.sort,
    descending: usual ? null : list.descending,
  };
}
