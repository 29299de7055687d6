import type { SavedView } from "../../../../shared/saved-views.ts";
import type { SaveViewInput } from "../../../../shared/schemas/views.ts";
import { viewQueries } from "../../../../shared/search/views.ts";
import { beginsDescending, staffAddress, type TicketList } from "../list/ticket-list-address.ts";

/** The list of a saved view. */
export function listOfSaved(view: SavedView): TicketList {
  return ordered(withQuery(view.q, view.timeZone, view.id), view);
}

export function savedViewAddress(view: SavedView): string {
  return `/ticket/log${staffAddress.write(listOfSaved(view))}`;
}

/** A query as a list in its default order. */
function withQuery(search: string, timeZone: string | null, saved: string | null): TicketList {
  const all = staffAddress.read(new URLSearchParams("view=all"));
  return staffAddress.settle(all, { search, timeZone: search ? timeZone : null, saved });
}

function ordered(list: TicketList, { sort, descending }: SavedView): TicketList {
  if (sort === null) return list;
  return { ...list, sort, descending: descending ?? beginsDescending(sort) };
}

/** Whether the list differs from the saved view. */
export function isEdited(list: TicketList, view: SavedView): boolean {
  return staffAddress.write(list) !== staffAddress.write(listOfSaved(view));
}

/** The list as one query: its view's query and the search. */
export function queryToSave(
  list: TicketList,
): Required<Pick<SaveViewInput, "q" | "timeZone" | "sort" | "descending">> {
  const q = [viewQueries[list.view], list.search.trim()].filter(Boolean).join(" ");
  const defaults = withQuery(q, null, null);
  const usual = list.sort === defaults.sort && list.descending === defaults.descending;
  return {
    q,
    timeZone: list.timeZone,
    sort: usual ? null : list.sort,
    descending: usual ? null : list.descending,
  };
}

/** The views with this one, in the server's order. A colleague's view that is no longer shared is removed. */
export function putView(views: readonly SavedView[], view: SavedView): SavedView[] {
  const others = views.filter(({ id }) => id !== view.id);
  if (!view.shared && !view.mine) return others;
  return [...others, view].sort((a, b) => names.compare(a.name, b.name));
}

const names = new Intl.Collator("en", { numeric: true, sensitivity: "base" });
