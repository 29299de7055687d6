import { replaceEqualDeep } from "@tanstack/react-query";
import { useMemo } from "react";
import { isStaff } from "../../../../shared/access.ts";
import type { TicketDetails } from "../../../../shared/tickets/page.ts";
import { usePage } from "../../../app/navigation/page.ts";
import { type Failure, readFailure } from "../../../data/errors.ts";
import { useViewer } from "../../../data/session/viewer.ts";
import { useStore } from "../../../data/store.ts";
import { trpc } from "../../../data/trpc.ts";
import { pendingChanges, withPending } from "../actions/optimistic.ts";
import { useTicketList } from "../list/use-ticket-list.ts";
import { findSaved, nameOf, useSavedViews } from "../views/use-saved-views.ts";

interface ShownTicket {
  /** With pending changes applied. */
  ticket: TicketDetails | undefined;
  /** As last loaded. */
  saved: TicketDetails | undefined;
  /** Loaded since it was opened, or just before. */
  fresh: boolean;
  /** A refetch is under way. */
  refreshing: boolean;
  failure: Failure | null;
  retry: () => void;
}

export function useTicket(number: number): ShownTicket {
  const query = trpc.tickets.get.useQuery(
    { number },
    { structuralSharing: keepNewer, meta: { showsError: true } },
  );
  const acts = useStore(pendingChanges);
  const failure = query.isError ? readFailure(query.error) : null;
  // A ticket that has left the person's scope is hidden, even if it is cached.
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

/** Keeps the shown version when an older answer arrives later. */
function keepNewer(shown: unknown, come: unknown): unknown {
  const before = shown as TicketDetails | undefined;
  const after = come as TicketDetails | undefined;
  const isOlder =
    before?.id === after?.id && (before?.staff?.version ?? 0) > (after?.staff?.version ?? 0);
  return isOlder ? shown : replaceEqualDeep(shown, come);
}

/** Sets title and breadcrumbs. The name of a saved view is loaded only once the ticket `isThere`. */
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
