import {
  type MouseEvent,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { useLocation, useNavigationType } from "react-router-dom";
import { isTaken, keysOff, keyTable, useKeys } from "../../app/keyboard/keys.ts";
import { letterOf } from "../../app/keyboard/letter.ts";
import { isLeft } from "../../app/navigation/areas.ts";
import { createUserStore, whenForgotten } from "../../data/session/forget.ts";
import { useStore } from "../../data/store.ts";
import { goFrom, type ListPlace, savePlace } from "./cursor-place.ts";
import type { RowSelection } from "./selection/row-selection.ts";

interface ListCursorOptions {
  rows: readonly { id: string }[];
  /** A change means another list or order; the cursor stays on its row if it is there. */
  listKey: string;
  list: RefObject<HTMLElement | null>;
  /** Scrolls the row into view. */
  reveal: (index: number) => void;
  /** The row that is open next to the list, or was before: the cursor continues from there. */
  current?: string | null | undefined;
  /** The state to restore when returning to the list. */
  stand: { left: ListScroll | null; now: RefObject<ListScroll> };
  selection?: RowSelection<never> | undefined;
}

/**
 * The keyboard cursor of a list: j and k move it from anywhere on the page; arrows, Home and End from inside
 * the list. Next to an open ticket or record, j and k belong to what is open. The row at the cursor has the
 * focus, so it is visible and announced. Where rows can be selected, Shift extends the selection. `reached`:
 * the one row at which Tab stops.
 */
export function useListCursor(options: ListCursorOptions) {
  const { rows, listKey, list, reveal, current = null, stand, selection } = options;
  const { cursor, setCursor, isOwn } = useStood(listKey, current ?? stand.left?.cursor ?? null);
  const wantsFocus = useRef(false);
  const openedHere = useRef<string | null>(null);
  const { pathname } = useLocation();
  const ids = useMemo(() => rows.map(({ id }) => id), [rows]);
  const place = useRef<ListPlace>(null);
  place.current = savePlace(place.current, { list: listKey, on: cursor, rows: ids });
  const latest = useRef({ rows, ids, cursor, reveal, selection, pathname });
  latest.current = { rows, ids, cursor, reveal, selection, pathname };
  const stands = cursor !== null && ids.includes(cursor);
  // A row that has left the list cannot be selected.
  const chosenFrom = selection && stands ? { selection, cursor } : null;
  useKeys({
    "list.select": chosenFrom ? () => chosenFrom.selection.toggle(chosenFrom.cursor) : undefined,
    "list.selectTo": chosenFrom ? () => chosenFrom.selection.spanTo(chosenFrom.cursor) : undefined,
  });
  useEffect(() => latest.current.selection?.onCursor(cursor), [cursor]);
  const { left, now } = stand;
  useEffect(() => {
    if (left?.cursor) setCursor(left.cursor);
  }, [left, setCursor]);
  useEffect(() => {
    now.current = { ...now.current, cursor };
  }, [cursor, now]);

  useEffect(() => {
    const move = (event: KeyboardEvent) => {
      if (isTaken(event) || isLeft(latest.current.pathname)) return;
      const { rows, ids, cursor, reveal, selection } = latest.current;
      const takesAlong = event.shiftKey && selection !== undefined;
      const letter = letterOf(event);
      if (isNextToOpen(list.current) && /^[jk]$/.test(letter)) return;
      const key = takesAlong && /^[JK]$/.test(letter) ? letter.toLowerCase() : letter;
      const within = isWithin(event.target, list.current);
      const next = nextPlace(key, place.current, ids, within, rowsInSight(list.current));
      const row = next === null ? undefined : rows[next];
      if (next === null || !row) return;
      event.preventDefault();
      stayHere();
      wantsFocus.current = true;
      reveal(next);
      setCursor(row.id);
      if (takesAlong) selection.extend(cursor ?? row.id, row.id);
      if (row.id === cursor) focusRow(list.current, row.id);
    };
    document.addEventListener("keydown", move);
    return () => document.removeEventListener("keydown", move);
  }, [list, setCursor]);

  useEffect(() => {
    const { rows, reveal } = latest.current;
    // The cursor was there when the record was opened, and may have moved while it loaded.
    const wasHere = openedHere.current === current;
    openedHere.current = null;
    if (wasHere) return undefined;
    const at = rows.findIndex(({ id }) => id === current);
    if (current === null || at < 0) return undefined;
    setCursor(current);
    reveal(at);
    const frame = requestAnimationFrame(() => takeFocus(list.current, current));
    return () => cancelAnimationFrame(frame);
  }, [current, list, setCursor]);

  useEffect(() => {
    if (!wantsFocus.current || cursor === null) return;
    wantsFocus.current = false;
    focusRow(list.current, cursor);
  }, [cursor, list]);

  const moveCursorTo = useCallback(
    (id: string, at: number) => {
      wantsFocus.current = isWithin(document.activeElement, list.current);
      latest.current.reveal(at);
      setCursor(id);
    },
    [list, setCursor],
  );
  useReturnToRow({ ids, listKey, stand: moveCursorTo });

  const open = (id: string) => {
    stayHere();
    openedHere.current = id;
    setCursor(id);
  };
  // If the row is gone, the one that took its place.
  const nearest = place.current ? goFrom(place.current, ids, 1) : 0;
  return { cursor, setCursor, isOwn, open, reached: stands ? cursor : (ids[nearest] ?? null) };
}

/** The row at the cursor, and whether the cursor was set in this list or in the one before. */
function useStood(list: string, first: string | null) {
  const [stood, setStood] = useState({ on: first, list });
  const latest = useRef(list);
  latest.current = list;
  const setCursor = useCallback((on: string | null) => {
    const next = { on, list: latest.current };
    setStood((was) => (was.on === on && was.list === next.list ? was : next));
  }, []);
  return { cursor: stood.on, setCursor, isOwn: stood.list === list };
}

/** The props of each row. */
export function cursorProps(
  id: string,
  {
    cursor,
    isOwn,
    setCursor,
    open,
  }: Pick<ReturnType<typeof useListCursor>, "cursor" | "isOwn" | "setCursor" | "open">,
) {
  const asCursor = isOwn ? "own" : "kept";
  return {
    "data-row": id,
    "data-cursor": id === cursor ? asCursor : undefined,
    tabIndex: -1,
    onFocus: () => setCursor(id),
    onClick: (event: MouseEvent<HTMLElement>) => {
      const onLink = event.target instanceof Element && event.target.closest("[data-row-link]");
      if (onLink && !event.ctrlKey && !event.metaKey && !event.shiftKey) open(id);
      openRow(event);
    },
    onMouseDownCapture(event: MouseEvent<HTMLElement>) {
      // Prevents auto-scroll when a row is middle-clicked to open it in a new tab.
      if (event.button === 1 && isOnRow(event)) event.preventDefault();
    },
    onAuxClick(event: MouseEvent<HTMLElement>) {
      if (event.button === 1 && isOnRow(event)) follow(event, { ctrlKey: true, metaKey: true });
    },
  };
}

/** A click anywhere in a row follows its link, unless it was on a control of the row. */
function openRow(event: MouseEvent<HTMLElement>): void {
  if (event.defaultPrevented || !isOnRow(event)) return;
  if (getSelection()?.isCollapsed === false) return;
  const { ctrlKey, metaKey, shiftKey } = event;
  follow(event, { ctrlKey, metaKey, shiftKey });
}

function isOnRow({ target }: MouseEvent<HTMLElement>): boolean {
  return target instanceof Element && !target.closest("a, button, input, label");
}

function follow({ currentTarget }: MouseEvent<HTMLElement>, keys: MouseEventInit): void {
  const click = new window.MouseEvent("click", { bubbles: true, cancelable: true, ...keys });
  currentTarget.querySelector("[data-row-link]")?.dispatchEvent(click);
}

function nextPlace(
  key: string,
  place: ListPlace | null,
  rows: readonly string[],
  within: boolean,
  inSight: number,
): number | null {
  if (rows.length === 0) return null;
  if (isKey("list.next", key) || (within && key === "ArrowDown")) return goFrom(place, rows, 1);
  if (isKey("list.previous", key) || (within && key === "ArrowUp")) return goFrom(place, rows, -1);
  if (within && key === "PageDown") return pageFrom(place, rows, inSight);
  if (within && key === "PageUp") return pageFrom(place, rows, -inSight);
  if (within && key === "Home") return 0;
  if (within && key === "End") return rows.length - 1;
  return null;
}

function pageFrom(place: ListPlace | null, rows: readonly string[], by: number): number {
  const from = place ? Math.max(0, rows.indexOf(place.on)) : 0;
  return Math.min(Math.max(from + by, 0), rows.length - 1);
}

/** One less than fit, so the last visible row remains visible. */
function rowsInSight(list: HTMLElement | null): number {
  const row = list?.querySelector<HTMLElement>("[data-row]");
  if (!list || !row) return 1;
  return Math.max(1, Math.floor(list.clientHeight / row.offsetHeight) - 2);
}

function isKey(id: "list.next" | "list.previous", key: string): boolean {
  return !keysOff.get() && keyTable[id] === key;
}

/** If nothing in particular has the focus, the arrow keys move the list's cursor, too. */
function isWithin(target: EventTarget | null, list: HTMLElement | null): boolean {
  if (!(target instanceof Element) || !list) return false;
  return list.contains(target) || target === document.body || target.id === "content";
}

function isNextToOpen(list: HTMLElement | null): boolean {
  return list?.closest("[data-open-beside]") !== null;
}

/**
 * Focuses the row if the focus was on something that has disappeared. Next to what is open, the focus stays where it
 * is, except on a row: it moves on to the one that is open now.
 */
export function takeFocus(list: HTMLElement | null, id: string): void {
  const focused = document.activeElement;
  if (isNextToOpen(list)) {
    if (focused?.closest("[data-row]") && list?.contains(focused)) focusRow(list, id);
    return;
  }
  if (focused === null || focused === document.body || focused.id === "content") focusRow(list, id);
}

/** Focuses the row, or its link if there is one. */
function focusRow(list: HTMLElement | null, id: string): void {
  const row = list?.querySelector<HTMLElement>(`[data-row="${id}"]`);
  const act =
    row?.querySelector<HTMLElement>("[data-row-link]") ??
    row?.querySelector<HTMLElement>("a[href], button");
  (act ?? row)?.focus({ preventScroll: true });
}

const wanted = createUserStore<string | null>(null);

/** After an undo, moves the cursor back to this row as soon as it is in the list. */
export function returnToRow(id: string): void {
  wanted.set(id);
}

/** Cancels the return once the person has moved on. */
function stayHere(): void {
  wanted.set(null);
}

interface ReturnOptions {
  ids: readonly string[];
  listKey: string;
  stand: (id: string, at: number) => void;
}

function useReturnToRow({ ids, listKey, stand }: ReturnOptions): void {
  const row = useStore(wanted);
  const meantIn = useRef(listKey);
  useEffect(() => {
    if (row === null) {
      meantIn.current = listKey;
      return;
    }
    // In another list, no return was requested.
    const isElsewhere = meantIn.current !== listKey;
    const at = ids.indexOf(row);
    if (at < 0 && !isElsewhere) return;
    stayHere();
    if (!isElsewhere) stand(row, at);
  }, [row, ids, listKey, stand]);
  useEffect(() => stayHere, []);
}

/** A list's scroll position and cursor when it was left. */
interface ListScroll {
  top: number;
  cursor: string | null;
}

/** One per history entry; the oldest are dropped. */
const stands = new Map<string, ListScroll>();
const most = 100;

whenForgotten(() => stands.clear());

/**
 * Back and forward restore the scroll position and cursor. `left`: the state to restore, once per return to a
 * list. `now`: kept current by the list's hooks.
 */
export function useListScroll(listKey: string, scroll: RefObject<HTMLElement | null>) {
  const { key } = useLocation();
  const isBack = useNavigationType() === "POP";
  const entry = `${key} ${listKey}`;
  const came = useRef<{ listKey: string; left: ListScroll | null }>(null);
  if (came.current?.listKey !== listKey) {
    came.current = { listKey, left: (isBack && stands.get(entry)) || null };
  }
  const now = useRef<ListScroll>(came.current.left ?? { top: 0, cursor: null });

  useEffect(() => {
    const element = scroll.current;
    const note = () => {
      if (element) now.current = { ...now.current, top: element.scrollTop };
    };
    element?.addEventListener("scroll", note, { passive: true });
    return () => element?.removeEventListener("scroll", note);
  }, [scroll]);

  useLayoutEffect(
    () => () => {
      stands.delete(entry);
      stands.set(entry, now.current);
      const [oldest] = stands.keys();
      if (stands.size > most && oldest !== undefined) stands.delete(oldest);
    },
    [entry],
  );

  return { left: came.current.left, now };
}
