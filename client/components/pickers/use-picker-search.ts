import { keepPreviousData } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { readFailure } from "../../data/errors.ts";

/** Shows the previous answer while the next one loads. */
export const patient = { placeholderData: keepPreviousData, staleTime: 60_000 };

interface Asked {
  isFetching: boolean;
  isPlaceholderData: boolean;
  error: unknown;
}

/** The text typed into a picker, and the debounced search. */
export function usePickerSearch() {
  const [search, setSearch] = useState("");
  const [text, setText] = useSearchText(search, setSearch);
  const words = search.trim();
  const isBehind = text.trim() !== words;
  return {
    text,
    setText,
    words,
    /** The search props of a ChoiceList, from the queries that load its choices. */
    box(...asked: Asked[]) {
      const failed = asked.find(({ error }) => error);
      return {
        trouble: failed ? readFailure(failed.error).message : null,
        text,
        onText: setText,
        isWaiting: isBehind || asked.some(({ isFetching }) => isFetching),
        isOld: isBehind || asked.some(({ isPlaceholderData }) => isPlaceholderData),
      };
    },
  };
}

const pause = 150;

/**
 * The text of a search box updates with every key; the search itself (`shown`) is debounced. A change of
 * `shown` from elsewhere updates the text.
 */
export function useSearchText(
  shown: string,
  search: (text: string) => void,
): [string, (text: string) => void] {
  const [typed, setTyped] = useState<string | null>(null);
  const sent = useRef(shown);
  const send = useRef(search);
  send.current = search;

  useEffect(() => {
    if (shown === sent.current) return;
    sent.current = shown;
    setTyped(null);
  }, [shown]);

  useEffect(() => {
    if (typed === null || typed === sent.current) return;
    const timer = setTimeout(() => {
      sent.current = typed;
      send.current(typed);
    }, pause);
    return () => clearTimeout(timer);
  }, [typed]);

  return [typed ?? shown, setTyped];
}
