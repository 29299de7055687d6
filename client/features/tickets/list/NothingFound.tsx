import { SearchX } from "lucide-react";
import { Link } from "react-router-dom";
import { formatNumber } from "../../../components/format/format.ts";
import { Button } from "../../../components/ui/button.tsx";
import { EmptyState } from "../../../components/ui/empty-state.tsx";
import { useMoreInAll } from "../search/use-more-in-all.ts";
import { sameSearchIn, type TicketList } from "./ticket-list-address.ts";

interface NothingFoundProps {
  list: TicketList;
  /** Of the view. */
  name: string;
  count: number | undefined;
  clearSearch: () => void;
}

/** A search without a hit in its view, and where there may be one. */
export function NothingFound({ list, name, count, clearSearch }: NothingFoundProps) {
  const more = useMoreInAll({ shown: list, count, atEnd: true });
  const words = list.search.trim();
  return (
    <EmptyState
      icon={SearchX}
      title="Nothing found"
      action={
        <>
          {list.view !== "all" && more !== 0 && (
            <Button asChild variant="outline">
              <Link to={sameSearchIn("all", words, list.timeZone)}>
                {more === undefined ? "Search all tickets" : `Show ${formatNumber(more)} in All`}
              </Link>
            </Button>
          )}
          <Button variant="outline" onClick={clearSearch}>
            Clear search
          </Button>
        </>
      }
    >
      No ticket in {name} fits “<bdi>{words}</bdi>”{more === 0 && ", and none in All"}.
    </EmptyState>
  );
}
