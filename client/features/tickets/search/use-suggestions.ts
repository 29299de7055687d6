import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import { type BoxOption, mayTab, onlyMeant, pastBlank, type typedAt } from "./suggestions.ts";

interface Offering {
  listId: string;
  text: string;
  /** What is searched by now. */
  shown: string;
  /** It is being written by hand, be it before any help was there. */
  byHand: boolean;
  focused: boolean;
  typed: ReturnType<typeof typedAt>;
  options: readonly BoxOption[];
  /** All that is wrong with the text, what is still being typed too. */
  problems: Parameters<typeof onlyMeant>[1];
  caret: number;
  input: () => HTMLInputElement | null;
  onText: (text: string) => void;
  onCommit: (text: string) => void;
}

/** Whether the list of what could stand in the box is open, what of it is chosen, and which keys it takes. */
export function useOffering(offering: Offering) {
  const { listId, text, shown, focused, typed, options, problems, caret } = offering;
  const { input, onText, onCommit } = offering;
  const [open, setOpen] = useState(text === "" || offering.byHand);
  const [active, setActive] = useState<string | null>(null);
  const at = options.findIndex(({ key }) => key === active);
  const isOpen = focused && open && options.length > 0;
  const moveTo = useRef<number | null>(null);
  const textBefore = useRef(text);
  const taken = useRef<BoxOption["result"]>(null);

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

  const take = ({ result, isWhole }: BoxOption) => {
    moveTo.current = result.at;
    taken.current = result;
    textBefore.current = result.text;
    setActive(null);
    setOpen(!isWhole);
    if (isWhole) onCommit(result.text);
    else onText(result.text);
  };

  /** The blank behind what was taken stands there already. */
  const goPastBlank = (field: HTMLInputElement): boolean => {
    if (!isRightBehind(field, taken.current)) return false;
    const past = pastBlank(taken.current);
    taken.current = null;
    if (past === null) return false;
    field.setSelectionRange(past, past);
    return true;
  };

  /** Beyond either end nothing is chosen, and the text is as it was typed. */
  const goBy = (step: 1 | -1): boolean => {
    if (options.length === 0) return false;
    // What stands there was searched, and nothing is offered: the way on is down to what was found.
    if (!isOpen && step > 0 && text !== "" && text === shown) return false;
    const first = step > 0 ? 0 : options.length - 1;
    const next = isOpen && at >= 0 ? at + step : first;
    setActive(options[next]?.key ?? null);
    setOpen(true);
    return true;
  };

  const takeBy = (key: "Enter" | "Tab"): boolean => {
    const tabbed = key === "Tab" && mayTab(text, typed) ? options[0] : undefined;
    const meant = key === "Enter" ? onlyMeant(options, problems, caret) : undefined;
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
    // What comes in answer to the last letter is not offered any more.
    if (key === "Enter" || key === "Escape") setOpen(false);
    if (!isOpen || key !== "Escape") return false;
    setActive(null);
    return true;
  };

  /** Whether the list took the key. */
  const hearKey = (event: KeyboardEvent<HTMLInputElement>): boolean => {
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
    hearKey,
  };
}

function isRightBehind(
  { value, selectionStart, selectionEnd }: HTMLInputElement,
  taken: BoxOption["result"] | null,
): taken is BoxOption["result"] {
  return value === taken?.text && selectionStart === taken.at && selectionEnd === taken.at;
}
