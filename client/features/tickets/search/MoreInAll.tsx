import { ArrowRight } from "lucide-react";
import { Link } from "react-router-dom";
import { formatNumber } from "../../../components/format/format.ts";
import { useTimeZone } from "../../../data/session/viewer.ts";
import { trpc } from "../../../data/trpc.ts";
import { queryOf, sameSearchIn, type TicketList } from "../list/ticket-list-address.ts";

/** Links to the results outside the view, at the end of a search; `search`: as typed. */
export function MoreInAll({ search, ...props }: MoreInAllOptions & { search: string }) {
  const { timeZone } = props.shown;
  const more = useMoreInAll(props);
  if (!more) return null;
  return (
    <Link
      to={sameSearchIn("all", search.trim(), timeZone)}
      className="sticky left-0 flex h-11 items-center justify-center gap-1.5 text-selected-foreground underline-offset-4 outline-offset-[-2px] hover:underline print:hidden"
    >
      {formatNumber(more)} more in All tickets
      <ArrowRight />
    </Link>
  );
}

interface MoreInAllOptions {
  /** The shown list. */
  shown: TicketList;
  count: number | undefined;
  /** All its rows have loaded. */
  atEnd: boolean;
}

/** How many tickets the search finds outside its view; undefined until known. */
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
