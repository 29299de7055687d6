import type { TicketPage } from "../../shared/tickets.ts";
import { trpc } from "../lib/trpc.ts";
import { nextCursorOf, usePages } from "../parts/use-pages.ts";
import type { TicketList } from "./ticket-list-address.ts";

/** The rows first; how many there are in all, and beside each view, is asked once they have come. */
export function useTickets({ view, search, sort, descending }: TicketList) {
  const words = search.trim() || undefined;
  const rows = trpc.tickets.list.useInfiniteQuery(
    { view, search: words, sort, descending },
    {
      getNextPageParam: nextCursorOf,
      // Another search or order of the same view: its rows stay until the new ones come.
      placeholderData: (previous, query) =>
        viewIn(query?.queryKey) === view ? previous : undefined,
      meta: { showsError: true },
    },
  );
  const settled = rows.isSuccess && !rows.isPlaceholderData;
  const count = trpc.tickets.count.useQuery(
    { view, search: words },
    { enabled: settled, meta: { showsError: true } },
  );
  return { pages: usePages(rows, ticketsOf), count: count.data?.count, settled };
}

/** `after`: the rows have come. */
export function useViewCounts(after: boolean) {
  const counts = trpc.tickets.viewCounts.useQuery(undefined, {
    enabled: after,
    meta: { showsError: true },
  });
  return counts.data ?? {};
}

function ticketsOf(page: TicketPage) {
  return page.tickets;
}

function viewIn(queryKey: readonly unknown[] | undefined): unknown {
  const options = queryKey?.[1];
  if (typeof options !== "object" || options === null || !("input" in options)) return undefined;
  const { input } = options;
  return typeof input === "object" && input !== null && "view" in input ? input.view : undefined;
}
