import { X } from "lucide-react";
import type { SavedView } from "../../../../shared/saved-views.ts";
import { Button } from "../../../components/ui/button.tsx";
import type { TicketList } from "../list/ticket-list-address.ts";
import type { ChangeList } from "../list/use-ticket-list.ts";
import { SaveButtons } from "../views/SaveButtons.tsx";
import { isEdited } from "../views/saved-view.ts";
import { type Filter, filtersOf, withoutFilters, withoutSpan } from "./edit-query.ts";
import { filterLabel, filterWords } from "./filter-words.ts";

interface FilterBarProps {
  list: TicketList;
  change: ChangeList;
  saved: SavedView | undefined;
  /** The toolbar has no room for the save buttons. */
  compact: boolean;
}

/** The active filters, each with a remove button. */
export function FilterBar({ list, change, saved, compact }: FilterBarProps) {
  const { search } = list;
  const filters = filtersOf(search, "staff");
  const set = (text: string) =>
    change({ search: text, ...(text === "" && { saved: null }) }, { step: true });
  const edited = saved !== undefined && isEdited(list, saved);
  if (filters.length === 0 && !(compact && edited)) return null;
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-1.5 border-b px-4 py-1.5">
      {filters.length > 0 && (
        <ul aria-label="Active filters" className="flex min-w-0 flex-wrap items-center gap-1.5">
          {filters.map((filter) => (
            <li key={filter.span.start} className="min-w-0">
              <Chip filter={filter} onRemove={() => set(withoutSpan(search, filter.span))} />
            </li>
          ))}
        </ul>
      )}
      {filters.length > 0 && (
        <Button variant="ghost" size="xs" onClick={() => set(withoutFilters(search, "staff"))}>
          Clear
        </Button>
      )}
      {compact && saved && edited && (
        <span className="ml-auto flex gap-1.5">
          <SaveButtons list={list} saved={saved} />
        </span>
      )}
    </div>
  );
}

function Chip({ filter: { term }, onRemove }: { filter: Filter; onRemove: () => void }) {
  const name = filterLabel(term);
  const words = filterWords(term);
  return (
    <span className="inline-flex h-6 max-w-full items-center rounded-md border border-primary/40 bg-selected pl-2 text-xs pointer-coarse:h-11 pointer-coarse:text-sm">
      <span className="min-w-0 truncate">
        {`${name}: `}
        <bdi className="font-medium">{words}</bdi>
      </span>
      <button
        type="button"
        aria-label={`Remove filter ${name}: ${words}`}
        data-hint="Remove"
        onClick={onRemove}
        className="grid h-full w-6 shrink-0 place-items-center rounded-md text-muted-foreground hover:text-foreground pointer-coarse:w-11"
      >
        <X className="size-3" />
      </button>
    </span>
  );
}
