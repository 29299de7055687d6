import { getQueryKey } from "@trpc/react-query";
import { useEffect, useRef } from "react";
import type { TicketPage } from "../../../../shared/tickets/vocabulary.ts";
import { nextCursorOf, useLivePages } from "../../../components/table/use-pages.ts";
import { type Failure, readFailure } from "../../../data/errors.ts";
import { useTimeZone } from "../../../data/session/viewer.ts";
import { trpc } from "../../../data/trpc.ts";
import { queryOf, type TicketList } from "./ticket-list-address.ts";

/** Why other rows are shown than were searched for. */
export interface Detour {
  /** The search is invalid: the previous results stay. */
  refused: Failure | null;
  /** The corrected search, if a word was misspelled. */
  instead: string | null;
}

/** Loads the rows first, then the total. */
export function useTickets(list: TicketList) {
  const timeZone = useTimeZone();
  const asked = useRows(list, true);
  const answered = useRef<TicketList>(null);
  useEffect(() => {
    if (asked.isSuccess && !asked.isPlaceholderData) answered.current = list;
  });

  const failure = asked.isError ? readFailure(asked.error) : null;
  const refused = failure?.fields.some(({ field }) => field === "q") ? failure : null;
  const instead = (!asked.isPlaceholderData && asked.data?.pages[0]?.instead) || null;
  const detour = refused ? lastOf(answered.current, list) : instead && withSearch(list, instead);
  const other = useRows(detour || list, !!detour);

  const shown = detour || list;
  const rows = detour ? other : asked;
  const settled = rows.isSuccess && !rows.isPlaceholderData;
  const count = trpc.tickets.count.useQuery(queryOf(shown, timeZone), {
    enabled: settled,
    meta: { showsError: true },
  });
  const found: Detour = { refused, instead };
  return {
    pages: useLivePages(rows, ticketsOf, keyOf(shown, timeZone)),
    count: count.data?.count,
    settled,
    /** The list whose rows these are. */
    shown,
    detour: found,
  };
}

/** `after`: the rows have loaded. */
export function useViewCounts(after: boolean) {
  const counts = trpc.tickets.viewCounts.useQuery(undefined, {
    enabled: after,
    meta: { showsError: true },
  });
  return counts.data ?? {};
}

/** Mails that staff can decide about; null before it is known. */
export function useHeldCount(after: boolean): number | null {
  const held = trpc.mailboxes.heldCount.useQuery(undefined, {
    enabled: after,
    meta: { showsError: true },
  });
  return held.data?.count ?? null;
}

function useRows(list: TicketList, enabled: boolean) {
  const { view } = list;
  return trpc.tickets.list.useInfiniteQuery(inputOf(list, useTimeZone()), {
    enabled,
    getNextPageParam: nextCursorOf,
    // Rows of another search or order of this view stay until the new ones have loaded; an empty
    // list does not.
    placeholderData: (previous, query) =>
      viewIn(query?.queryKey) === view && previous?.pages[0]?.tickets.length ? previous : undefined,
    meta: { showsError: true },
  });
}

function inputOf(list: TicketList, timeZone: string) {
  const { sort, descending } = list;
  return { ...queryOf(list, timeZone), sort, descending };
}

function keyOf(list: TicketList, timeZone: string) {
  return getQueryKey(trpc.tickets.list, inputOf(list, timeZone), "infinite");
}

function lastOf(answered: TicketList | null, list: TicketList): TicketList | null {
  return answered?.view === list.view ? answered : null;
}

function withSearch(list: TicketList, search: string): TicketList {
  return { ...list, search };
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
