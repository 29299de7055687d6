import { type InfiniteData, type QueryClient, useQueryClient } from "@tanstack/react-query";
import { getQueryKey } from "@trpc/react-query";
import { useCallback, useEffect, useRef } from "react";
import type { TicketDetails } from "../../../shared/tickets/page.ts";
import type { TicketPage } from "../../../shared/tickets/vocabulary.ts";
import { notify } from "../../components/notices.ts";
import { invalidate, refetchInFlight } from "../../data/calls/invalidation.ts";
import { patchCached } from "../../data/calls/patch-cached.ts";
import { newRequestId } from "../../data/calls/request-id.ts";
import { trpcClient } from "../../data/calls/trpc-client.ts";
import { notifyError, readFailure } from "../../data/errors.ts";
import { trpc } from "../../data/trpc.ts";
import { addPendingBulk, dropPendingBulk } from "./actions/optimistic.ts";

/** Tickets marked as unread, perhaps while open: they stay unread until they are opened again. */
const keptUnread = new Set<string>();

function isKeptUnread(ticketId: string): boolean {
  return keptUnread.has(ticketId);
}

function openedAgain(ticketId: string): void {
  keptUnread.delete(ticketId);
}

/** Calls that are still under way, by ticket. */
const beingMarked = new Map<string, Promise<unknown>>();

/** Sends the marks of a ticket in order, so that the last one wins. */
function markInTurn<T>(ids: readonly string[], mark: () => Promise<T>): Promise<T> {
  const turn = Promise.allSettled(ids.map((id) => beingMarked.get(id))).then(mark);
  for (const id of ids) beingMarked.set(id, turn);
  const leave = () => {
    for (const id of ids) if (beingMarked.get(id) === turn) beingMarked.delete(id);
  };
  turn.then(leave, leave);
  return turn;
}

/** Marks tickets as read or unread for this person. */
export function useReadMarks() {
  const queryClient = useQueryClient();
  const { mutateAsync } = trpc.tickets.setReadMarks.useMutation({ meta: { showsError: true } });
  return useCallback(
    async function mark(ids: readonly string[], unread: boolean, what: string): Promise<void> {
      for (const id of ids) unread ? keptUnread.add(id) : keptUnread.delete(id);
      const requestId = newRequestId();
      addPendingBulk({ requestId, ids: new Set(ids), show: (row) => ({ ...row, unread }) });
      try {
        const send = () => mutateAsync({ ids: [...ids], unread });
        const { ids: changed } = await markInTurn(ids, send);
        showReadMarks(queryClient, ids, unread);
        invalidate(queryClient, "list", "counts", "notifications");
        notify({
          kind: "success",
          message: `Marked ${what} as ${unread ? "unread" : "read"}`,
          ...(changed.length > 0 && {
            action: { label: "Undo", run: () => void mark(changed, !unread, what) },
          }),
        });
      } catch (error) {
        for (const id of ids) keptUnread.delete(id);
        const again = () => void mark(ids, unread, what);
        notifyError(
          `Couldn't mark ${what} as ${unread ? "unread" : "read"}`,
          readFailure(error),
          again,
        );
      } finally {
        dropPendingBulk(requestId);
      }
    },
    [queryClient, mutateAsync],
  );
}

type Lists = InfiniteData<TicketPage> | TicketPage;

function showReadMarks(queryClient: QueryClient, ids: readonly string[], unread: boolean): void {
  const those = new Set(ids);
  patchCached<Lists>(queryClient, getQueryKey(trpc.tickets.list), (list) => {
    if (!("pages" in list)) return list;
    const isDue = (row: { id: string; unread: boolean }) =>
      those.has(row.id) && row.unread !== unread;
    if (!list.pages.some(({ tickets }) => tickets.some(isDue))) return list;
    const pages = list.pages.map((page) => ({
      ...page,
      tickets: page.tickets.map((row) => (isDue(row) ? { ...row, unread } : row)),
    }));
    return { ...list, pages };
  });
}

/**
 * Marks the open ticket as read, and its notifications with it. `newest` is the id of the last
 * message: a newer one marks the ticket again.
 */
export function useMarkRead(ticketId: string | undefined, newest: string | undefined): void {
  const queryClient = useQueryClient();
  const opened = useRef<string>(undefined);
  useEffect(() => {
    if (!ticketId || opened.current === ticketId) return;
    opened.current = ticketId;
    openedAgain(ticketId);
  }, [ticketId]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the newest is read too.
  useEffect(() => {
    if (!ticketId) return;
    const mark = () => {
      if (!document.hidden && !isKeptUnread(ticketId)) void markRead(queryClient, ticketId);
    };
    mark();
    document.addEventListener("visibilitychange", mark);
    return () => document.removeEventListener("visibilitychange", mark);
  }, [queryClient, ticketId, newest]);
}

async function markRead(queryClient: QueryClient, ticketId: string): Promise<void> {
  try {
    const mark = () => trpcClient.tickets.markRead.mutate({ id: ticketId });
    const { bell, wasUnread } = await markInTurn([ticketId], mark);
    if (!isKeptUnread(ticketId)) {
      showReadMarks(queryClient, [ticketId], false);
      openAtEnd(queryClient, ticketId);
    }
    refetchInFlight(queryClient, "ticket");
    if (wasUnread) refetchInFlight(queryClient, "list");
    if (bell > 0) invalidate(queryClient, "notifications");
  } catch {
    // The next look at the ticket marks it again.
  }
}

/** The cached page opens at its end the next time. */
function openAtEnd(queryClient: QueryClient, ticketId: string): void {
  patchCached<TicketDetails>(queryClient, getQueryKey(trpc.tickets.get), (ticket) =>
    ticket.id === ticketId && ticket.firstUnreadId ? { ...ticket, firstUnreadId: null } : ticket,
  );
}
