import { ArrowRight } from "lucide-react";
import { Link } from "react-router-dom";
import { formatNumber } from "../../../components/format/format.ts";
import { sameSearchIn } from "../list/ticket-list-address.ts";
import { type MoreInAllOptions, useMoreInAll } from "./use-more-in-all.ts";

/** The last line of a search in a view, which is no dead end. */
export function MoreInAll(props: MoreInAllOptions) {
  const { search, timeZone } = props.shown;
  const more = useMoreInAll(props);
  if (!more) return null;
  return (
    <Link
      to={sameSearchIn("all", search.trim(), timeZone)}
      className="sticky left-0 flex h-11 items-center justify-center gap-1.5 text-selected-foreground underline-offset-4 outline-offset-[-2px] hover:underline print:hidden"
    >
      {formatNumber(more)} more in All
      <ArrowRight />
    </Link>
  );
}
