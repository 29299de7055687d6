import { replaceEqualDeep } from "@tanstack/react-query";
import { useMemo } from "react";
import { isStaff } from "../../../../shared/access.ts";
import type { TicketDetails } from "../../../../shared/tickets/page.ts";
import { usePage } from "../../../app/navigation/page.ts";
import { type Failure, readFailure } from "../../../data/errors.ts";
import { useViewer } from "../../../data/session/viewer.ts";
import { useStore } from "../../../data/store.ts";
import { trpc } from "../../../data/trpc.ts";
import { pendingActs, withPending } from "../actions/optimistic.ts";
import { useTicketList } from "../list/use-ticket-list.ts";
import { findSaved, nameOf, useSavedViews } from "../views/use-saved-views.ts";

interface ShownTicket {
  /** With what was just changed here and has no answer yet. */
  ticket: TicketDetails | undefined;
  /** As the server last told it. */
  saved: TicketDetails | undefined;
  /** The server has told it since it was opened here, or a moment before. */
  fresh: boolean;
  /** What is shown is being fetched anew. */
  refreshing: boolean;
  failure: Failure | null;
  retry: () => void;
}

export function useTicket(number: number): ShownTicket {
  const query = trpc.tickets.get.useQuery(
    { number },
    { structuralSharing: keepNewer, meta: { showsError: true } },
  );
  const acts = useStore(pendingActs);
  const failure = query.isError ? readFailure(query.error) : null;
  // What left their scope meanwhile is gone, whatever this browser still knows of it.
  const data = failure?.code === "not_found" ? undefined : query.data;
  const ticket = useMemo(() => data && withPending(data, acts), [data, acts]);
  return {
    ticket,
    saved: data,
    fresh: query.isFetchedAfterMount || (query.isSuccess && !query.isStale),
    refreshing: query.isRefetching,
    failure,
    retry: () => void query.refetch(),
  };
}

/** An answer that was asked before an act and comes after it is old: it is not shown. */
function keepNewer(shown: unknown, come: unknown): unknown {
  const before = shown as TicketDetails | undefined;
  const after = come as TicketDetails | undefined;
  const isOlder =
    before?.id === after?.id && (before?.staff?.version ?? 0) > (after?.staff?.version ?? 0);
  return isOlder ? shown : replaceEqualDeep(shown, come);
}

/** Where one is, and the way back. Until the ticket `isThere` nothing is asked for what a saved view is called. */
export function useTicketTrail(number: number, listAddress: string, isThere: boolean): void {
  const staff = isStaff(useViewer());
  const [list] = useTicketList();
  const saved = findSaved(useSavedViews(staff && isThere && list.saved !== null), list);
  const isNamed = isThere || list.saved === null || saved !== undefined;
  const view = isNamed ? [{ label: nameOf(list, saved), to: listAddress }] : [];
  const trail = staff
    ? [{ label: "Tickets", to: "/ticket/log" }, ...view]
    : [{ label: "Tickets", to: listAddress }];
  usePage(...trail, `#${number}`);
}
