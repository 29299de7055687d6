import type { SavedView } from "../../../../shared/saved-views.ts";
import { beginsDescending, staffAddress, type TicketList } from "../list/ticket-list-address.ts";

/** A stored query as the list that it is. */
export function listOfSaved(view: SavedView): TicketList {
  return ordered(withQuery(view.q, view.timeZone, view.id), view);
}

export function savedViewAddress(view: SavedView): string {
  return `/ticket/log${staffAddress.write(listOfSaved(view))}`;
}

/** A query by itself as a list: in the order that comes with it. */
export function withQuery(
  search: string,
  timeZone: string | null,
  saved: string | null,
): TicketList {
  const all = staffAddress.read(new URLSearchParams("view=all"));
  return staffAddress.settle(all, { search, timeZone: search ? timeZone : null, saved });
}

function ordered(list: TicketList, { sort, descending }: SavedView): TicketList {
  if (sort === null) return list;
  return { ...list, sort, descending: descending ?? beginsDescending(sort) };
}
