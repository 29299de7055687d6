import { keepPreviousData } from "@tanstack/react-query";
import { X } from "lucide-react";
import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useMemo,
  useState,
} from "react";
import { isStaff } from "../../../../shared/access.ts";
import { namesDays } from "../../../../shared/search/days.ts";
import type { Language } from "../../../../shared/search/operators.ts";
import { type ParsedQuery, parseQuery } from "../../../../shared/search/query.ts";
import { noteSearch, recentSearches } from "../../../app/navigation/recent-searches.ts";
import { useTimeZone, useViewer } from "../../../data/session/viewer.ts";
import { trpc } from "../../../data/trpc.ts";
import { type Filter, filterLabel, filtersOf, filterWords, withoutSpan } from "./filter-words.ts";
import { QueryMarks } from "./QueryMarks.tsx";
import { SuggestionList } from "./SuggestionList.tsx";
import {
  fixesOf,
  optionsOf,
  recentOf,
  settledProblems,
  typedAt,
  withNames,
} from "./suggestions.ts";
import { useSuggestions } from "./use-suggestions.ts";

interface QueryHelpProps {
  id: string;
  helper: RefObject<Helper | null>;
  text: string;
  /** The current search. */
  shown: string;
  /** The text was typed, perhaps before this had loaded. */
  byHand: boolean;
  caret: number;
  focused: boolean;
  input: () => HTMLInputElement | null;
  onText: (text: string) => void;
  onCommit: (text: string) => void;
  onOffered: (offered: Offered | null) => void;
  onBroken: (broken: boolean) => void;
  /** Called once this has loaded. */
  onCame: () => void;
}

/** Highlights the query and offers suggestions. */
export function QueryHelp(props: QueryHelpProps) {
  const { id, helper, text, shown, caret, focused, input, onText, onCommit } = props;
  const viewer = useViewer();
  const language = isStaff(viewer) ? "staff" : "customer";
  const timeZone = useTimeZone();
  const parsed = useMemo(() => parseQuery(text, language), [text, language]);
  // A submitted search is no longer being typed.
  const problems = settledProblems(parsed.problems, focused && text !== shown ? caret : null);
  const typed = useMemo(() => typedAt(text, caret, language), [text, caret, language]);
  const names = useNames(text, caret, focused && typed.asks !== null);
  const isIdle = focused && text === "";
  const recent = useMemo(() => (isIdle ? recentSearches(viewer.id) : []), [isIdle, viewer.id]);
  const options = useMemo(
    () => [
      ...recentOf(recent),
      ...fixesOf(text, problems),
      ...optionsOf(text, { ...typed, options: [...withNames(typed, names)] }),
    ],
    [recent, text, problems, typed, names],
  );
  const listId = `${id}-offered`;
  const { byHand, onOffered, onBroken } = props;
  const { isOpen, at, activeId, setActive, take, onKey } = useSuggestions({
    listId,
    text,
    shown,
    byHand,
    focused,
    typed,
    options,
    caret,
    problems: parsed.problems,
    input,
    onText,
    onCommit,
  });

  useEffect(() => {
    onOffered(isOpen ? { list: listId, active: activeId } : null);
    return () => onOffered(null);
  }, [isOpen, listId, activeId, onOffered]);
  const isBroken = problems.length > 0;
  useEffect(() => {
    onBroken(isBroken);
    return () => onBroken(false);
  }, [isBroken, onBroken]);

  useImperativeHandle(helper, () => ({
    isHalfTyped: (now) => {
      const { problems } = parseQuery(now, language);
      return settledProblems(problems, caret).length < problems.length;
    },
    timeZoneOf: (now) => (namesDays(now, language) ? timeZone : null),
    onKey,
    note: (searched) => {
      if (parseQuery(searched, language).problems.length === 0) noteSearch(viewer.id, searched);
    },
  }));
  useEffect(props.onCame, []);

  return (
    <>
      {focused || text !== shown || problems.length > 0 ? (
        <QueryMarks text={text} parsed={parsed} problems={problems} input={input} />
      ) : (
        <QueryChips text={text} language={language} parsed={parsed} onText={onCommit} />
      )}
      {isOpen && (
        <SuggestionList
          id={listId}
          options={options}
          active={at}
          onActive={setActive}
          onTake={take}
        />
      )}
    </>
  );
}

/** What the search box calls once this has loaded. */
export interface Helper {
  isHalfTyped: (text: string) => boolean;
  /** The time zone of the days in a query, if it names any. */
  timeZoneOf: (text: string) => string | null;
  /** True if the suggestions used the key. */
  onKey: (event: KeyboardEvent<HTMLInputElement>) => boolean;
  /** Remembers a valid search. */
  note: (searched: string) => void;
}

/** The ids for the aria attributes of the box. */
export interface Offered {
  list: string;
  active: string | undefined;
}

/** Names from the server, loaded when typing pauses. */
function useNames(q: string, at: number, wanted: boolean) {
  const asked = usePaused({ q, at });
  const isNow = asked.q === q && asked.at === at;
  const answer = trpc.tickets.complete.useQuery(asked, {
    enabled: wanted && isNow,
    placeholderData: keepPreviousData,
    meta: { showsError: true },
  });
  return answer.data?.options;
}

function usePaused(now: { q: string; at: number }) {
  const [rested, setRested] = useState(now);
  const { q, at } = now;
  useEffect(() => {
    const timer = setTimeout(() => setRested({ q, at }), 120);
    return () => clearTimeout(timer);
  }, [q, at]);
  return rested;
}

interface QueryChipsProps {
  text: string;
  language: Language;
  parsed: ParsedQuery;
  onText: (text: string) => void;
}

/** Covers the box's text while it has no focus: the words, and each filter with a remove button. */
function QueryChips({ text, language, parsed, onText }: QueryChipsProps) {
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
