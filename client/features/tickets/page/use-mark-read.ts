import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { getQueryKey } from "@trpc/react-query";
import { useEffect, useRef } from "react";
import type { TicketDetails } from "../../../../shared/tickets/page.ts";
import { fetchUnderWay, invalidate } from "../../../data/calls/invalidation.ts";
import { patchKept } from "../../../data/calls/patch-kept.ts";
import { trpcClient } from "../../../data/calls/trpc-client.ts";
import { trpc } from "../../../data/trpc.ts";
import { isKeptUnread, markInTurn, openedAgain, showReadMarks } from "../read-marks.ts";

/**
 * What somebody has before their eyes is read, and with it what the bell says of it. `newest` is
 * the id of the last message: another one is to be marked too.
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
    const { bell } = await markInTurn([ticketId], mark);
    if (!isKeptUnread(ticketId)) {
      showReadMarks(queryClient, [ticketId], false);
      openAtEnd(queryClient, ticketId);
    }
    fetchUnderWay(queryClient, "list", "ticket");
    if (bell > 0) invalidate(queryClient, "notifications");
  } catch {
    // Nothing is lost: it is marked when it is looked at again.
  }
}

/** What its page remembers is read by the time it is opened again. */
function openAtEnd(queryClient: QueryClient, ticketId: string): void {
  patchKept<TicketDetails>(queryClient, getQueryKey(trpc.tickets.get), (ticket) =>
    ticket.id === ticketId && ticket.firstUnreadId ? { ...ticket, firstUnreadId: null } : ticket,
  );
}
