import { keepPreviousData } from "@tanstack/react-query";
import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { isStaff } from "../../../shared/access.ts";
import { namesDays } from "../../../shared/search/days.ts";
import { parseQuery } from "../../../shared/search/query.ts";
import { useTimeZone, useViewer } from "../../lib/session/viewer.ts";
import { trpc } from "../../lib/trpc.ts";
import {
  type BoxOption,
  fixesOf,
  mayTab,
  onlyMeant,
  optionsOf,
  settledProblems,
  typedAt,
  withNames,
} from "./box-options.ts";
import { OfferedList } from "./OfferedList.tsx";
import { QueryMarks } from "./QueryMarks.tsx";
import type { Helper, Offered } from "./query-help.ts";

export interface QueryHelpProps {
  id: string;
  helper: RefObject<Helper | null>;
  text: string;
  /** What is searched by now. */
  shown: string;
  /** It is being written by hand, be it before any help was there. */
  byHand: boolean;
  caret: number;
  focused: boolean;
  input: () => HTMLInputElement | null;
  onText: (text: string) => void;
  onCommit: (text: string) => void;
  onOffered: (offered: Offered | null) => void;
  onBroken: (broken: boolean) => void;
}

/** What stands in the box is marked, and what could stand there is offered. */
export function QueryHelp(props: QueryHelpProps) {
  const { id, helper, text, shown, caret, focused, input, onText, onCommit } = props;
  const language = isStaff(useViewer()) ? "staff" : "customer";
  const timeZone = useTimeZone();
  const parsed = useMemo(() => parseQuery(text, language), [text, language]);
  // What was searched as it stands is no longer being typed.
  const problems = settledProblems(parsed.problems, focused && text !== shown ? caret : null);
  const typed = useMemo(() => typedAt(text, caret, language), [text, caret, language]);
  const names = useNames(text, caret, focused && typed.asks !== null);
  const options = useMemo(
    () => [
      ...fixesOf(text, problems),
      ...optionsOf(text, { ...typed, options: [...withNames(typed, names)] }),
    ],
    [text, problems, typed, names],
  );
  const [open, setOpen] = useState(text === "" || props.byHand);
  const [active, setActive] = useState<string | null>(null);
  const at = options.findIndex(({ key }) => key === active);
  const isOpen = focused && open && options.length > 0;
  const listId = `${id}-offered`;
  const moveTo = useRef<number | null>(null);
  const textBefore = useRef(text);

  useEffect(() => {
    if (textBefore.current === text) return;
    textBefore.current = text;
    setOpen(text !== "" && text !== shown);
    setActive(null);
  }, [text, shown]);

  const isEmpty = useRef(text === "");
  isEmpty.current = text === "";
  const focusedBefore = useRef(focused);
  useEffect(() => {
    if (focusedBefore.current === focused) return;
    focusedBefore.current = focused;
    setOpen(focused && isEmpty.current);
  }, [focused]);

  useLayoutEffect(() => {
    if (moveTo.current === null) return;
    input()?.setSelectionRange(moveTo.current, moveTo.current);
    moveTo.current = null;
  });

  const { onOffered, onBroken } = props;
  const activeId = isOpen && at >= 0 ? `${listId}-${at}` : undefined;
  useEffect(() => {
    onOffered(isOpen ? { list: listId, active: activeId } : null);
    return () => onOffered(null);
  }, [isOpen, listId, activeId, onOffered]);
  const isBroken = problems.length > 0;
  useEffect(() => {
    onBroken(isBroken);
    return () => onBroken(false);
  }, [isBroken, onBroken]);

  const take = ({ result, isWhole }: BoxOption) => {
    moveTo.current = result.at;
    textBefore.current = result.text;
    setActive(null);
    setOpen(!isWhole);
    if (isWhole) onCommit(result.text);
    else onText(result.text);
  };

  useImperativeHandle(helper, () => ({
    isHalfTyped: (now) => {
      const { problems } = parseQuery(now, language);
      return settledProblems(problems, caret).length < problems.length;
    },
    timeZoneOf: (now) => (namesDays(now, language) ? timeZone : null),
    onKey: (event) => hearKey(event),
  }));

  const hearKey = (event: KeyboardEvent<HTMLInputElement>): boolean => {
    const { key } = event;
    if (event.altKey || event.ctrlKey || event.metaKey) return false;
    if (key === "ArrowDown" || key === "ArrowUp") {
      if (options.length === 0) return false;
      // What stands there was searched, and nothing is offered: the way on is down to what was found.
      if (!isOpen && key === "ArrowDown" && text !== "" && text === shown) return false;
      const step = key === "ArrowDown" ? 1 : -1;
      const next = isOpen ? at + step : step > 0 ? 0 : options.length - 1;
      // Beyond either end nothing is chosen, and the text is as it was typed.
      const wrapped = at < 0 && step < 0 ? options.length - 1 : next;
      setActive(options[wrapped]?.key ?? null);
      setOpen(true);
    } else if (isOpen && key === "Escape") {
      setOpen(false);
      setActive(null);
    } else if (isOpen && (key === "Enter" || (key === "Tab" && !event.shiftKey))) {
      const tabbed = key === "Tab" && mayTab(text, typed) ? options[0] : undefined;
      const meant = key === "Enter" ? onlyMeant(options, parsed.problems, caret) : undefined;
      const chosen = options[at] ?? tabbed ?? meant;
      if (!chosen) {
        setOpen(false);
        return false;
      }
      take(chosen);
    } else {
      // What comes in answer to the last letter is not offered any more.
      if (key === "Enter" || key === "Escape") setOpen(false);
      return false;
    }
    event.preventDefault();
    return true;
  };

  return (
    <>
      <QueryMarks text={text} parsed={parsed} problems={problems} input={input} />
      {isOpen && (
        <OfferedList id={listId} options={options} active={at} onActive={setActive} onTake={take} />
      )}
    </>
  );
}

/** Names and words that only the desk knows. */
function useNames(q: string, at: number, wanted: boolean) {
  const asked = useResting({ q, at });
  const isNow = asked.q === q && asked.at === at;
  const answer = trpc.tickets.complete.useQuery(asked, {
    enabled: wanted && isNow,
    placeholderData: keepPreviousData,
    meta: { showsError: true },
  });
  return answer.data?.options;
}

function useResting(now: { q: string; at: number }) {
  const [rested, setRested] = useState(now);
  const { q, at } = now;
  useEffect(() => {
    const timer = setTimeout(() => setRested({ q, at }), 120);
    return () => clearTimeout(timer);
  }, [q, at]);
  return rested;
}
