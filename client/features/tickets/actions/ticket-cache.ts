import { type InfiniteData, type QueryClient, useQueryClient } from "@tanstack/react-query";
import { getQueryKey } from "@trpc/react-query";
import { useMemo } from "react";
import type { TicketDetails } from "../../../../shared/tickets/page.ts";
import type { StaffRow, TicketPage, TicketRow } from "../../../../shared/tickets/vocabulary.ts";
import { invalidate } from "../../../data/calls/invalidation.ts";
import { patchCached } from "../../../data/calls/patch-cached.ts";
import { noteOwnVersion } from "../../../data/live/own-versions.ts";
import { trpc } from "../../../data/trpc.ts";

/** Reads and updates cached tickets: the ticket page and every list that shows it. */
export function useTicketCache() {
  const queryClient = useQueryClient();
  const utils = trpc.useUtils();
  return useMemo(
    () => ({
      /** Stores an answered ticket and refetches lists and counts. */
      store(ticket: TicketDetails): void {
        utils.tickets.get.setData({ number: ticket.number }, ticket);
        showInLists(queryClient, ticket);
        if (ticket.staff) noteOwnVersion(ticket.id, ticket.staff.version);
        invalidate(queryClient, "list", "counts");
      },
      /** Refetches the ticket, also when its page is no longer open. */
      refresh(number: number): Promise<unknown> {
        return utils.tickets.get.invalidate({ number }, { refetchType: "all" });
      },
      find(number: number): TicketDetails | undefined {
        return utils.tickets.get.getData({ number });
      },
      /** What lists know of a ticket that has not loaded yet. */
      findRow(number: number): TicketRow | undefined {
        return rowIn(queryClient, number);
      },
    }),
    [queryClient, utils],
  );
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

/** The row with the ticket's current fields. */
export function asRow(row: TicketRow, ticket: TicketDetails): TicketRow {
  const { subject, status, requester, company, assignee, updatedAt, staff } = ticket;
  const common = { ...row, subject, status, requester, company, assignee, updatedAt };
  if (!staff) return common;
  const { priority, type, team, tags, waitingFor, waitingSince, snoozedUntil } = staff;
  const own: StaffRow = { priority, type, team, tags, waitingFor, waitingSince, snoozedUntil };
  return { ...common, ...own };
}
