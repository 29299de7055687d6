import { useMemo, useRef } from "react";
import type { TicketRow } from "../../../shared/tickets/vocabulary.ts";
import { isGone, keepPlace, type ListPlace, stepFrom } from "../../components/list/list-place.ts";

/** The tickets between which one stands. */
export interface Around {
  previous: number | null;
  next: number | null;
}

/**
 * Where the open ticket stood, once it left the list or went elsewhere in it: whoever answered or
 * solved it goes on to what came after it. While it stands where it stood, none: the desk knows.
 */
export function useAround(
  rows: readonly TicketRow[],
  list: string,
  open: number | null,
): Around | null {
  const place = useRef<ListPlace>(null);
  const numbers = useMemo(() => rows.map(({ number }) => String(number)), [rows]);
  const on = open === null ? null : String(open);
  place.current = keepPlace(place.current, { list, on, rows: numbers });
  const { current } = place;
  return useMemo(() => {
    if (!current || numbers.length === 0 || !isGone(current, numbers)) return null;
    const at = (by: 1 | -1) => rows[stepFrom(current, numbers, by) ?? -1]?.number ?? null;
    return { previous: at(-1), next: at(1) };
  }, [current, numbers, rows]);
}
