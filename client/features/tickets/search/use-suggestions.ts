import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import { canTab, onlyCompletion, pastBlank, type Suggestion, type typedAt } from "./suggestions.ts";

interface SuggestionOptions {
  listId: string;
  text: string;
  /** The current search. */
  shown: string;
  /** The text was typed, perhaps before this had loaded. */
  byHand: boolean;
  focused: boolean;
  typed: ReturnType<typeof typedAt>;
  options: readonly Suggestion[];
  /** All problems, including the word that is being typed. */
  problems: Parameters<typeof onlyCompletion>[1];
  caret: number;
  input: () => HTMLInputElement | null;
  onText: (text: string) => void;
  onCommit: (text: string) => void;
}

/** State of the suggestion list: whether it is open, the active suggestion, and its keys. */
export function useSuggestions(given: SuggestionOptions) {
  const { listId, text, shown, focused, typed, options, problems, caret } = given;
  const { input, onText, onCommit } = given;
  const [open, setOpen] = useState(text === "" || given.byHand);
  const [active, setActive] = useState<string | null>(null);
  const at = options.findIndex(({ key }) => key === active);
  const isOpen = focused && open && options.length > 0;
  const moveTo = useRef<number | null>(null);
  const textBefore = useRef(text);
  const taken = useRef<Suggestion["result"]>(null);

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

  const take = ({ result, isWhole }: Suggestion) => {
    moveTo.current = result.at;
    taken.current = result;
    textBefore.current = result.text;
    setActive(null);
    setOpen(!isWhole);
    if (isWhole) onCommit(result.text);
    else onText(result.text);
  };

  /** A suggestion ends with a space: typing another one moves past it. */
  const goPastBlank = (field: HTMLInputElement): boolean => {
    if (!isRightBehind(field, taken.current)) return false;
    const past = pastBlank(taken.current);
    taken.current = null;
    if (past === null) return false;
    field.setSelectionRange(past, past);
    return true;
  };

  /** Past either end nothing is active. */
  const goBy = (step: 1 | -1): boolean => {
    if (options.length === 0) return false;
    // After a search ArrowDown moves to the results.
    if (!isOpen && step > 0 && text !== "" && text === shown) return false;
    const first = step > 0 ? 0 : options.length - 1;
    const next = isOpen && at >= 0 ? at + step : first;
    setActive(options[next]?.key ?? null);
    setOpen(true);
    return true;
  };

  const takeBy = (key: "Enter" | "Tab"): boolean => {
    const tabbed = key === "Tab" && canTab(text, typed) ? options[0] : undefined;
    const meant = key === "Enter" ? onlyCompletion(options, problems, caret) : undefined;
    const chosen = options[at] ?? tabbed ?? meant;
    if (chosen) take(chosen);
    else setOpen(false);
    return chosen !== undefined;
  };

  const isTaken = ({ key, shiftKey, currentTarget }: KeyboardEvent<HTMLInputElement>): boolean => {
    if (key === " ") return goPastBlank(currentTarget);
    if (key === "ArrowDown") return goBy(1);
    if (key === "ArrowUp") return goBy(-1);
    if (isOpen && key === "Enter") return takeBy(key);
    if (isOpen && key === "Tab" && !shiftKey) return takeBy(key);
    // A late answer must not open the list again.
    if (key === "Enter" || key === "Escape") setOpen(false);
    if (!isOpen || key !== "Escape") return false;
    setActive(null);
    return true;
  };

  /** True if the list used the key. */
  const onKey = (event: KeyboardEvent<HTMLInputElement>): boolean => {
    if (event.altKey || event.ctrlKey || event.metaKey || !isTaken(event)) return false;
    event.preventDefault();
    return true;
  };

  return {
    isOpen,
    at,
    activeId: isOpen && at >= 0 ? `${listId}-${at}` : undefined,
    setActive,
    take,
    onKey,
  };
}

function isRightBehind(
  { value, selectionStart, selectionEnd }: HTMLInputElement,
  taken: Suggestion["result"] | null,
): taken is Suggestion["result"] {
  return value === taken?.text && selectionStart === taken.at && selectionEnd === taken.at;
}
