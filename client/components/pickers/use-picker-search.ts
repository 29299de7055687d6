import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { readFailure } from "../../data/errors.ts";
import { useSearchText } from "./use-search-text.ts";

/** Shows what came before while the next is on its way. */
export const patient = { placeholderData: keepPreviousData, staleTime: 60_000 };

interface Asked {
  isFetching: boolean;
  isPlaceholderData: boolean;
  error: unknown;
}

/** What is typed into a picker, and the words that are asked of the server a moment later. */
export function usePickerSearch() {
  const [search, setSearch] = useState("");
  const [text, setText] = useSearchText(search, setSearch);
  const words = search.trim();
  const isBehind = text.trim() !== words;
  return {
    text,
    setText,
    words,
    /** What a ChoiceList takes of it, with the calls that its choices come from. */
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
