import { keepPreviousData } from "@tanstack/react-query";
import { useEffect, useMemo, useRef } from "react";
import type { TicketRow } from "../../../shared/tickets/vocabulary.ts";
import {
  isGone,
  type ListPlace,
  savePlace,
  stepFrom,
} from "../../components/table/cursor-place.ts";
import { useTimeZone } from "../../data/session/viewer.ts";
import { trpc } from "../../data/trpc.ts";
import { queryOf } from "./list/ticket-list-address.ts";
import { useGroupedList, useTicketList } from "./list/use-ticket-list.ts";
import { useTypedList } from "./search/typed-search.ts";

/** The numbers of the tickets before and after the open one. */
export interface NextPrevious {
  previous: number | null;
  next: number | null;
}

/**
 * Next and previous of an open ticket that has left the list or moved in it, by its last position:
 * after resolving, `next` is the ticket that came after it. Null while it has not moved; then the
 * server's answer holds.
 */
export function useNextPreviousInList(
  rows: readonly TicketRow[],
  list: string,
  open: number | null,
): NextPrevious | null {
  const place = useRef<ListPlace>(null);
  const numbers = useMemo(() => rows.map(({ number }) => String(number)), [rows]);
  const on = open === null ? null : String(open);
  place.current = savePlace(place.current, { list, on, rows: numbers });
  const { current } = place;
  return useMemo(() => {
    if (!current || numbers.length === 0 || !isGone(current, numbers)) return null;
    const at = (by: 1 | -1) => rows[stepFrom(current, numbers, by) ?? -1]?.number ?? null;
    return { previous: at(-1), next: at(1) };
  }, [current, numbers, rows]);
}

const none = { previous: null, next: null, position: null };

/** The tickets before and after this one in the list it was opened from, as the server has it. */
export function useNextPrevious(number: number) {
  const timeZone = useTimeZone();
  const { list } = useGroupedList(useTypedList(useTicketList()[0]));
  const { sort, descending } = list;
  const input = { ...queryOf(list, timeZone), sort, descending, number };
  const { data = none, isPending } = trpc.tickets.neighbours.useQuery(input, {
    placeholderData: keepPreviousData,
    meta: { showsError: true },
  });
  usePrefetch(data.next);
  return { ...data, isPending };
}

/** Loads the next ticket ahead of time. */
function usePrefetch(number: number | null): void {
  const utils = trpc.useUtils();
  useEffect(() => {
    if (number === null) return;
    const timer = setTimeout(() => void utils.tickets.get.prefetch({ number }), 400);
    return () => clearTimeout(timer);
  }, [number, utils]);
}
