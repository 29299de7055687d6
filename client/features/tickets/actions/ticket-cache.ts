import { type InfiniteData, type QueryClient, useQueryClient } from "@tanstack/react-query";
import { getQueryKey } from "@trpc/react-query";
import { useMemo } from "react";
import type {
  TicketChanges,
  TicketDetails,
  TimelineItem,
} from "../../../../shared/tickets/page.ts";
import type { TicketPage, TicketRow } from "../../../../shared/tickets/vocabulary.ts";
import { invalidate } from "../../../data/calls/invalidation.ts";
import { patchCached } from "../../../data/calls/patch-cached.ts";
import { noteOwnVersion } from "../../../data/live/own-versions.ts";
import { trpc } from "../../../data/trpc.ts";
import { asRow } from "./optimistic.ts";

/** Reads and updates cached tickets: the ticket page and every list that shows it. */
export function useTicketCache() {
  const queryClient = useQueryClient();
  const utils = trpc.useUtils();
  return useMemo(() => {
    const refresh = (number: number): Promise<unknown> =>
      utils.tickets.get.invalidate({ number }, { refetchType: "all" });
    return {
      /** Stores an answered ticket and refetches lists and counts. */
      store(ticket: TicketDetails): void {
        utils.tickets.get.setData({ number: ticket.number }, ticket);
        showInLists(queryClient, ticket);
        if (ticket.staff) noteOwnVersion(ticket.id, ticket.staff.version);
        invalidate(queryClient, "list", "counts");
      },
      /** The same for what an answer changed. Returns the ticket, unless its page has been dropped. */
      storeChanges(changes: TicketChanges): TicketDetails | undefined {
        const { id, number, from } = changes;
        const { version } = changes.staff;
        const before = utils.tickets.get.getData({ number });
        const seen = before?.staff?.version ?? version;
        if (seen < version) {
          const page = getQueryKey(trpc.tickets.get, { number }, "query");
          patchCached<TicketDetails>(queryClient, page, (shown) => withChanges(shown, changes));
        }
        if (seen < from) void refresh(number);
        const ticket = utils.tickets.get.getData({ number });
        if (ticket) showInLists(queryClient, ticket);
        noteOwnVersion(id, version);
        invalidate(queryClient, "list", "counts");
        return ticket;
      },
      /** Refetches the ticket, also when its page is no longer open. */
      refresh,
      find(number: number): TicketDetails | undefined {
        return utils.tickets.get.getData({ number });
      },
      /** What lists know of a ticket that has not loaded yet. */
      findRow(number: number): TicketRow | undefined {
        return rowIn(queryClient, number);
      },
    };
  }, [queryClient, utils]);
}

/**
 * The page with what the server changed. One that misses other changes keeps its version: it has to be read again.
 */
export function withChanges(page: TicketDetails, changes: TicketChanges): TicketDetails {
  const { id: _, number: __, from, head, staff, others, events, ...rest } = changes;
  // Does not compile if an answer holds something that is not merged here.
  rest satisfies Record<string, never>;
  if (!page.staff) return page;
  const { otherOpen: ___, ...shown } = page.staff;
  const { otherTickets, otherOpen } = others;
  const { version } = page.staff;
  const { timeline } = page;
  return {
    ...page,
    ...head,
    timeline: { ...timeline, items: withEvents(timeline.items, events) },
    staff: {
      ...shown,
      ...staff,
      otherTickets,
      ...(otherOpen && { otherOpen }),
      version: version === from ? staff.version : version,
    },
  };
}

/** Messages that are being sent come last. What was undone cannot be undone again. */
function withEvents(
  items: readonly TimelineItem[],
  events: TicketChanges["events"],
): TimelineItem[] {
  const isUndone = (item: TimelineItem) =>
    events.some(({ change }) => change.kind === "undone" && change.undoes === item.id);
  const undone = items.find(isUndone)?.actId;
  const before = items.map((item) =>
    item.kind === "event" && item.actId === undone ? { ...item, undoable: false } : item,
  );
  const isSending = (item: TimelineItem) => item.kind === "message" && item.state === "sending";
  const at = before.findLastIndex((item) => !isSending(item)) + 1;
  return before.toSpliced(at, 0, ...events);
}

type Lists = InfiniteData<TicketPage>;
const lists = getQueryKey(trpc.tickets.list);

function showInLists(queryClient: QueryClient, ticket: TicketDetails): void {
  patchCached<Lists | TicketPage>(queryClient, lists, (list) => {
    if (!("pages" in list)) return list;
    if (!list.pages.some(({ tickets }) => tickets.some(({ id }) => id === ticket.id))) return list;
    const pages = list.pages.map((page) => ({
      ...page,
      tickets: page.tickets.map((row) => (row.id === ticket.id ? asRow(row, ticket) : row)),
    }));
    return { ...list, pages };
  });
}

function rowIn(queryClient: QueryClient, number: number): TicketRow | undefined {
  for (const [, list] of queryClient.getQueriesData<Lists | TicketPage>({ queryKey: lists })) {
    for (const { tickets } of pagesOf(list)) {
      const row = tickets.find((ticket) => ticket.number === number);
      if (row) return row;
    }
  }
  return undefined;
}

/** A list that grows page by page, or a picker's one page. */
function pagesOf(list: Lists | TicketPage | undefined): readonly TicketPage[] {
  if (!list) return [];
  return "pages" in list ? list.pages : [list];
}
