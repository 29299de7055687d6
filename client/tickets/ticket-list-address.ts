import {
  customerViews,
  type TicketSort,
  type TicketView,
  ticketSorts,
  ticketViews,
} from "../../shared/tickets.ts";
import {
  type ListAddress,
  readChoice,
  readDescending,
  writeSearch,
} from "../parts/list-address.ts";

/** Which tickets are listed, and in which order. */
export interface TicketList {
  view: TicketView;
  search: string;
  sort: TicketSort;
  descending: boolean;
}

export const staffAddress = addressOf(ticketViews, ticketSorts);

/** Without the orders that a customer cannot see. */
export const customerAddress = addressOf(customerViews, ["updated", "created", "number"]);

function addressOf(
  views: readonly TicketView[],
  sorts: readonly TicketSort[],
): ListAddress<TicketList> {
  const sortOf = (view: TicketView): TicketSort =>
    sorts.includes("waiting") && openViews.includes(view) ? "waiting" : "updated";
  return {
    read(params) {
      const view = readChoice(params, "view", views) ?? "all-open";
      const sort = readChoice(params, "sort", sorts) ?? sortOf(view);
      const search = params.get("q")?.slice(0, searchLimit) ?? "";
      return { view, search, sort, descending: readDescending(params, beginsDescending(sort)) };
    },
    write({ view, search, sort, descending }) {
      return writeSearch({
        view: view === "all-open" ? undefined : view,
        q: search,
        sort: sort === sortOf(view) ? undefined : sort,
        dir: descending === beginsDescending(sort) ? undefined : descending ? "desc" : "asc",
      });
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

/** Newest, most urgent and highest first; but who has waited longest, ours before theirs. */
export function beginsDescending(sort: TicketSort): boolean {
  return sort !== "waiting";
}

/** A view in its own order, with nothing searched. */
export function viewAddress(view: TicketView): string {
  return `/ticket/log${writeSearch({ view: view === "all-open" ? undefined : view })}`;
}
