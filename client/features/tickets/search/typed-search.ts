import { useMemo } from "react";
import { withPrefix } from "../../../../shared/search/words.ts";
import { createUserStore } from "../../../data/session/forget.ts";
import { useStore } from "../../../data/store.ts";
import type { TicketList } from "../list/ticket-list-address.ts";

/** The text that is being typed into the search box; null once it has been submitted. */
export const typedSearch = createUserStore<string | null>(null);

/** The list with a search whose last word, while it is being typed, is the beginning of a word. */
export function useTypedList(list: TicketList): TicketList {
  const typed = useStore(typedSearch);
  return useMemo(
    () => (typed === list.search ? { ...list, search: withPrefix(list.search) } : list),
    [typed, list],
  );
}
