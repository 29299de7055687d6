import { replaceEqualDeep } from "@tanstack/react-query";
import { useMemo } from "react";
import type { TicketDetails } from "../../../../shared/tickets/page.ts";
import { type Failure, readFailure } from "../../../data/errors.ts";
import { useStore } from "../../../data/store.ts";
import { trpc } from "../../../data/trpc.ts";
import { pendingActs, withPending } from "../actions/optimistic.ts";

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
