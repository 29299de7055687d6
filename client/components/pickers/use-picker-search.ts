import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { readFailure } from "../../data/errors.ts";
import { useSearchText } from "./use-search-text.ts";

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
