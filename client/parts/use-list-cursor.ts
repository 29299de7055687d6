import { type RefObject, useEffect, useRef, useState } from "react";
import { isTaken } from "./keys.ts";

interface ListCursorOptions {
  rows: readonly { id: string }[];
  list: RefObject<HTMLElement | null>;
  /** Scrolls the row into sight. */
  reveal: (index: number) => void;
}

/**
 * The keyboard's place in a list: j and k move it from anywhere on the page, the arrows, Home and
 * End from within the list. The row it stands on has the focus, so that all see and hear it.
 */
export function useListCursor({ rows, list, reveal }: ListCursorOptions) {
  const [cursor, setCursor] = useState<string | null>(null);
  const wantsFocus = useRef(false);
  const latest = useRef({ rows, cursor, reveal });
  latest.current = { rows, cursor, reveal };

  useEffect(() => {
    const move = (event: KeyboardEvent) => {
      if (isTaken(event)) return;
      const { rows, cursor, reveal } = latest.current;
      const at = rows.findIndex(({ id }) => id === cursor);
      const next = nextPlace(event.key, at, rows.length, isWithin(event.target, list.current));
      const row = next === null ? undefined : rows[next];
      if (next === null || !row) return;
      event.preventDefault();
      wantsFocus.current = true;
      reveal(next);
      setCursor(row.id);
      if (row.id === cursor) focusRow(list.current, row.id);
    };
    document.addEventListener("keydown", move);
    return () => document.removeEventListener("keydown", move);
  }, [list]);

  useEffect(() => {
    if (!wantsFocus.current || cursor === null) return;
    wantsFocus.current = false;
    focusRow(list.current, cursor);
  }, [cursor, list]);

  return { cursor, setCursor };
}

/** What a row of such a list carries. */
export function cursorProps(id: string, cursor: string | null, setCursor: (id: string) => void) {
  return {
    "data-row": id,
    "data-cursor": id === cursor || undefined,
    tabIndex: -1,
    onFocus: () => setCursor(id),
  };
}

function nextPlace(key: string, at: number, length: number, within: boolean): number | null {
  if (length === 0) return null;
  if (key === "j" || (within && key === "ArrowDown")) return Math.min(at + 1, length - 1);
  if (key === "k" || (within && key === "ArrowUp")) return Math.max(at - 1, 0);
  if (within && key === "Home") return 0;
  if (within && key === "End") return length - 1;
  return null;
}

/** With the focus nowhere in particular, the arrows are the list's too. */
function isWithin(target: EventTarget | null, list: HTMLElement | null): boolean {
  if (!(target instanceof Element) || !list) return false;
  return list.contains(target) || target === document.body || target.id === "content";
}

/** The row, or what it does when Enter is pressed. */
function focusRow(list: HTMLElement | null, id: string): void {
  const row = list?.querySelector<HTMLElement>(`[data-row="${id}"]`);
  const act = row?.querySelector<HTMLElement>("a[href], button");
  (act ?? row)?.focus({ preventScroll: true });
}
