import { isTimeZone } from "../../../../shared/local-time.ts";
import type { Language } from "../../../../shared/search/operators.ts";
import { asksForSnoozed, hasWords } from "../../../../shared/search/words.ts";
import {
  customerViews,
  type TicketSort,
  type TicketView,
  ticketSorts,
  ticketViews,
} from "../../../../shared/tickets/vocabulary.ts";
import { exportAddress } from "../../../components/import/export-address.ts";
import {
  type ListAddress,
  readChoice,
  readDescending,
  writeSearch,
} from "../../../components/table/list-address.ts";

/** Which tickets are listed, and in which order. */
export interface TicketList {
  view: TicketView;
  search: string;
  /** Where the days of the search begin. */
  timeZone: string | null;
  /** The saved view that this was, before it was changed perhaps. */
  saved: string | null;
  sort: TicketSort;
  descending: boolean;
}

interface TicketListAddress extends ListAddress<TicketList> {
  /** What comes of a change: an order that nobody chose stays the one that comes by itself. */
  settle: (list: TicketList, patch: Partial<TicketList>) => TicketList;
}

export const staffAddress = addressOf("staff", ticketViews, ticketSorts);

/** Without the orders that a customer cannot see. */
export const customerAddress = addressOf("customer", customerViews, [
  "updated",
  "created",
  "number",
  "relevance",
]);

function addressOf(
  language: Language,
  views: readonly TicketView[],
  sorts: readonly TicketSort[],
): TicketListAddress {
  const sortOf = ({ view, search }: Pick<TicketList, "view" | "search">): TicketSort => {
    if (hasWords(search, language)) return "relevance";
    if (sorts.includes("snoozed") && isOfSnoozed({ view, search })) return "snoozed";
    return sorts.includes("waiting") && openViews.includes(view) ? "waiting" : "updated";
  };
  const isOwnOrder = (list: TicketList) =>
    list.sort === sortOf(list) && list.descending === beginsDescending(list.sort);
  return {
    read(params) {
      const view = readChoice(params, "view", views) ?? "all-open";
      const search = params.get("q")?.slice(0, searchLimit) ?? "";
      const byItself = sortOf({ view, search });
      const said = readChoice(params, "sort", sorts) ?? byItself;
      const sort =
        said === "relevance" || (said === "snoozed" && !isOfSnoozed({ view, search }))
          ? byItself
          : said;
      return {
        ...{ view, search },
        timeZone: search ? readTimeZone(params) : null,
        saved: /^[0-9a-f-]{36}$/.exec(params.get("saved") ?? "")?.[0] ?? null,
        sort,
        descending: readDescending(params, beginsDescending(sort)),
      };
    },
    write(list) {
      const { view, search, timeZone, saved, sort, descending } = list;
      return writeSearch({
        view: view === "all-open" ? undefined : view,
        q: search,
        tz: (search && timeZone) || undefined,
        saved: saved ?? undefined,
        sort: sort === sortOf(list) ? undefined : sort,
        dir: descending === beginsDescending(sort) ? undefined : descending ? "desc" : "asc",
      });
    },
    settle(list, patch) {
      const next = { ...list, ...patch };
      const isChosen = patch.sort !== undefined || patch.descending !== undefined;
      if (isChosen || !isOwnOrder(list)) return next;
      const sort = sortOf(next);
      return { ...next, sort, descending: beginsDescending(sort) };
    },
  };
}

export const searchLimit = 500;

const openViews: readonly TicketView[] = [
  "my-open",
  "unassigned",
  "all-open",
  "pending",
  "on-hold",
];

/** Newest, most urgent and highest first; but who has waited longest, ours before theirs, and what wakes soonest. */
export function beginsDescending(sort: TicketSort): boolean {
  return sort !== "waiting" && sort !== "snoozed";
}

/** A list of nothing but what is snoozed: each says when it comes back. */
export function isOfSnoozed({ view, search }: Pick<TicketList, "view" | "search">): boolean {
  return view === "snoozed" || asksForSnoozed(search);
}

/** A view in its own order, with nothing searched. */
export function viewAddress(view: TicketView): string {
  return `/ticket/log${writeSearch({ view: view === "all-open" ? undefined : view })}`;
}

/**
 * Another view of the same search, in that view's own order; the view that is shown leads back to
 * all of it. What a saved view asks for is its own, and stays there.
 */
export function viewAddressFrom(list: TicketList, view: TicketView): string {
  const { search, timeZone, saved } = list;
  if (saved !== null || view === list.view || search === "") return viewAddress(view);
  return sameSearchIn(view, search, timeZone);
}

export function sameSearchIn(view: TicketView, search: string, timeZone: string | null): string {
  const params = { view: view === "all-open" ? undefined : view, q: search };
  return `/ticket/log${writeSearch({ ...params, tz: timeZone ?? undefined })}`;
}

/** What the server is asked for: the words, and where the days begin that they name. */
export function queryOf({ view, search, timeZone }: TicketList, here: string) {
  const q = search.trim() || undefined;
  return { view, q, timeZone: q && (timeZone ?? here) };
}

function readTimeZone(params: URLSearchParams): string | null {
  const said = params.get("tz");
  return said && said.length <= 64 && isTimeZone(said) ? said : null;
}

/** Where the list as it is shown is to be had as a file. */
export function listAsFile(list: TicketList, zone: string): string {
  const { view, q, timeZone } = queryOf(list, zone);
  const { sort, descending } = list;
  return exportAddress("tickets", { view, sort, descending, ...(q && { q, timeZone }) });
}
