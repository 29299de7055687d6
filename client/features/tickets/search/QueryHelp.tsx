import { keepPreviousData } from "@tanstack/react-query";
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
import { parseQuery } from "../../../../shared/search/query.ts";
import { noteSearch, recentSearches } from "../../../app/navigation/recent-searches.ts";
import { useTimeZone, useViewer } from "../../../data/session/viewer.ts";
import { trpc } from "../../../data/trpc.ts";
import { QueryChips } from "./QueryChips.tsx";
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

export interface QueryHelpProps {
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
