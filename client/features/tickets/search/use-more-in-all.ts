import { useTimeZone } from "../../../data/session/viewer.ts";
import { trpc } from "../../../data/trpc.ts";
import { queryOf, type TicketList } from "../list/ticket-list-address.ts";

export interface MoreInAllOptions {
  /** The list whose rows are shown. */
  shown: TicketList;
  /** How many tickets it has. */
  count: number | undefined;
  /** Whether all its rows have come: further down is where one asks for more. */
  atEnd: boolean;
}

/** How many tickets the same search finds beyond the view it was made in; unknown until it is asked. */
export function useMoreInAll({ shown, count, atEnd }: MoreInAllOptions): number | undefined {
  const timeZone = useTimeZone();
  const isInView = shown.view !== "all" && shown.search.trim() !== "";
  const all = trpc.tickets.count.useQuery(queryOf({ ...shown, view: "all" }, timeZone), {
    enabled: isInView && atEnd && count !== undefined,
    meta: { showsError: true },
  });
  if (!isInView || !atEnd || count === undefined || !all.data) return undefined;
  return Math.max(0, all.data.count - count);
}
