import { X } from "lucide-react";
import type { Language } from "../../../../shared/search/operators.ts";
import type { ParsedQuery } from "../../../../shared/search/query.ts";
import { type Filter, filtersOf, withoutSpan } from "./edit-query.ts";
import { filterLabel, filterWords } from "./filter-words.ts";

interface QueryChipsProps {
  text: string;
  language: Language;
  parsed: ParsedQuery;
  onText: (text: string) => void;
}

/** Covers the box's text while it has no focus: the words, and each filter with a remove button. */
export function QueryChips({ text, language, parsed, onText }: QueryChipsProps) {
  const filters = filtersOf(text, language);
  if (filters.length === 0) return null;
  const words = parsed.spans
    .filter((_, index) => parsed.terms[index]?.kind !== "operator")
    .map(({ start, end }) => text.slice(start, end))
    .join(" ");
  return (
    <div
      // A click between the chips goes to the field below.
      className="pointer-events-none absolute inset-y-px right-8 left-8 flex items-center gap-1.5 overflow-hidden bg-card text-sm pointer-coarse:right-11 dark:bg-background"
    >
      {words && (
        <bdi aria-hidden="true" className="max-w-1/2 shrink-0 truncate">
          {words}
        </bdi>
      )}
      <ul aria-label="Active filters" className="flex min-w-0 items-center gap-1.5">
        {filters.map((filter) => (
          <li key={filter.span.start} className="shrink-0">
            <Chip filter={filter} onRemove={() => onText(withoutSpan(text, filter.span))} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Chip({ filter: { term }, onRemove }: { filter: Filter; onRemove: () => void }) {
  const name = filterLabel(term);
  const words = filterWords(term);
  return (
    <span className="inline-flex h-6 max-w-60 items-center rounded-sm bg-selected pl-1.5 text-xs pointer-coarse:h-9 pointer-coarse:text-sm">
      <span className="min-w-0 truncate">
        {`${name}: `}
        <bdi className="font-medium">{words}</bdi>
      </span>
      <button
        type="button"
        aria-label={`Remove filter ${name}: ${words}`}
        data-hint="Remove"
        onClick={onRemove}
        className="pointer-events-auto grid h-full w-6 shrink-0 place-items-center rounded-sm text-muted-foreground hover:text-foreground pointer-coarse:w-9"
      >
        <X className="size-3" />
      </button>
    </span>
  );
}
