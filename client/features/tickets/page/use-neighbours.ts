import { keepPreviousData } from "@tanstack/react-query";
import { useEffect } from "react";
import { useTimeZone } from "../../../data/session/viewer.ts";
import { trpc } from "../../../data/trpc.ts";
import { queryOf } from "../list/ticket-list-address.ts";
import { useTicketList } from "../list/use-ticket-list.ts";

const none = { previous: null, next: null, position: null };

/** The tickets before and after this one in the list that one came from. */
export function useNeighbours(number: number) {
  const timeZone = useTimeZone();
  const [list] = useTicketList();
  const { sort, descending } = list;
  const input = { ...queryOf(list, timeZone), sort, descending, number };
  const { data = none, isPending } = trpc.tickets.neighbours.useQuery(input, {
    placeholderData: keepPreviousData,
    meta: { showsError: true },
  });
  usePrefetch(data.next);
  return { ...data, isPending };
}

/** Whoever goes from ticket to ticket finds the next one there. */
function usePrefetch(number: number | null): void {
  const utils = trpc.useUtils();
  useEffect(() => {
    if (number === null) return;
    const timer = setTimeout(() => void utils.tickets.get.prefetch({ number }), 400);
    return () => clearTimeout(timer);
  }, [number, utils]);
}
