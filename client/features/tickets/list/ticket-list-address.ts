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

/** A list of tickets: view, search and order. */
export interface TicketList {
  view: TicketView;
  search: string;
  /** The time zone of days in the search. */
  timeZone: string | null;
  /** The saved view this list was opened from. */
  saved: string | null;
  sort: TicketSort;
  descending: boolean;
}

interface TicketListAddress extends ListAddress<TicketList> {
  /** Applies a change; a default order stays the default of the new list. */
  settle: (list: TicketList, patch: Partial<TicketList>) => TicketList;
}

export const staffAddress = addressOf("staff", ticketViews, ticketSorts);

/** Without orders by fields a customer cannot see. */
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
    if (sorts.includes("snoozed") && isSnoozedList({ view, search })) return "snoozed";
    return sorts.includes("waiting") && openViews.includes(view) ? "waiting" : "updated";
  };
  const isOwnOrder = (list: TicketList) =>
    list.sort === sortOf(list) && list.descending === beginsDescending(list.sort);
  return {
    read(params) {
      const view = readChoice(params, "view", views) ?? "all-open";
      const search = params.get("q")?.slice(0, searchLimit) ?? "";
      const defaultSort = sortOf({ view, search });
      const said = readChoice(params, "sort", sorts) ?? defaultSort;
      const sort =
        said === "relevance" || (said === "snoozed" && !isSnoozedList({ view, search }))
          ? defaultSort
          : said;
      return {
        view,
        search,
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

/** Longest wait, earliest snooze, first status and names from A. */
const ascending: readonly TicketSort[] = [
  "waiting",
  "snoozed",
  "status",
  "requester",
  "company",
  "assignee",
];

/** Newest, most urgent and highest first. */
export function beginsDescending(sort: TicketSort): boolean {
  return !ascending.includes(sort);
}

/** Whether all listed tickets are snoozed. */
export function isSnoozedList({ view, search }: Pick<TicketList, "view" | "search">): boolean {
  return view === "snoozed" || asksForSnoozed(search);
}

/** A view in its default order without a search. */
export function viewAddress(view: TicketView): string {
  return `/ticket/log${writeSearch({ view: view === "all-open" ? undefined : view })}`;
}

/**
 * The same search in another view. The current view links to itself without the search, and the
 * query of a saved view is not carried over.
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

/** The query for the server, with the time zone of its days. */
export function queryOf({ view, search, timeZone }: TicketList, here: string) {
  const q = search.trim() || undefined;
  return { view, q, timeZone: q && (timeZone ?? here) };
}

function readTimeZone(params: URLSearchParams): string | null {
  const said = params.get("tz");
  return said && said.length <= 64 && isTimeZone(said) ? said : null;
}

/** The address of the list as a CSV file. */
export function ticketCsvAddress(list: TicketList, zone: string): string {
  const { view, q, timeZone } = queryOf(list, zone);
  const { sort, descending } = list;
  return exportAddress("tickets", { view, sort, descending, ...(q && { q, timeZone }) });
}

/** The sort orders of a list: relevance only for text searches, snooze time only for snoozed tickets. */
export function ordersFor(list: Pick<TicketList, "view" | "search">): readonly TicketSort[] {
  const others = ticketSorts.filter((sort) => sort !== "relevance" && sort !== "snoozed");
  return [
    ...(hasWords(list.search, "staff") ? ["relevance" as const] : []),
    ...(isSnoozedList(list) ? ["snoozed" as const] : []),
    ...others,
  ];
}

/** Both directions of an order, the default first. */
export function directionsOf(sort: TicketSort): { descending: boolean; name: string }[] {
  if (sort === "relevance") return [];
  const usual = beginsDescending(sort);
  const [first, second] = ends[sort];
  return [
    { descending: usual, name: first },
    { descending: !usual, name: second },
  ];
}

const ends: Record<Exclude<TicketSort, "relevance">, [string, string]> = {
  waiting: ["Longest first", "Shortest first"],
  updated: ["Newest first", "Oldest first"],
  created: ["Newest first", "Oldest first"],
  resolved: ["Newest first", "Not resolved first"],
  closed: ["Newest first", "Not closed first"],
  priority: ["Highest first", "Lowest first"],
  status: ["New first", "Closed first"],
  requester: ["A to Z", "Z to A"],
  company: ["A to Z", "Z to A"],
  assignee: ["A to Z", "Z to A"],
  number: ["Highest first", "Lowest first"],
  snoozed: ["Soonest first", "Latest first"],
};

export const orderNames: Record<TicketSort, string> = {
  waiting: "Waiting since",
  updated: "Updated",
  created: "Created",
  resolved: "Resolved",
  closed: "Closed",
  priority: "Priority",
  status: "Status",
  requester: "Requester",
  company: "Company",
  assignee: "Assignee",
  relevance: "Relevance",
  number: "Number",
  snoozed: "Snoozed until",
};
