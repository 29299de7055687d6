import { type RefObject, useEffect, useMemo, useRef, useState } from "react";
import { hasOverlay, isTyping } from "../../../app/keyboard/keys.ts";
import { letterOf } from "../../../app/keyboard/letter.ts";
import type { RowSelection } from "./row-selection.ts";

interface ChosenRowsOptions<Row> {
  /** A change of filter or search clears the selection. */
  listKey: string;
  rows: readonly Row[];
  /** The rows still belong to the previous list; their selection ends when new ones arrive. */
  isPrevious: boolean;
  /** Must be the same function between renders. */
  nameOf: (row: Row) => string;
  /** A record covers the list, so the list's shortcuts are inactive. */
  covered?: boolean;
}

export interface ChosenRows<Row> {
  rows: RowSelection<Row>;
  ids: ReadonlySet<string>;
  /** The row at the cursor. */
  cursor: RefObject<string | null>;
  choose: (ids: readonly string[]) => void;
  clear: () => void;
  /** Deselects these rows. */
  drop: (ids: readonly string[]) => void;
  /** Deselects these rows once they have left the list because of an action on them. */
  letGo: (ids: readonly string[]) => void;
}

/** The selection of a list: by x, Shift, Ctrl A, or checkboxes. */
export function useChosenRows<Row extends { id: string }>({
  listKey: asked,
  rows,
  isPrevious,
  nameOf,
  covered = false,
}: ChosenRowsOptions<Row>): ChosenRows<Row> {
  const keyOfRows = useRef(asked);
  if (!isPrevious) keyOfRows.current = asked;
  const listKey = keyOfRows.current;
  const [kept, setKept] = useState({ listKey, selection: nothingChosen });
  const cursor = useRef<string | null>(null);
  const leaving = useRef<ReadonlySet<string>>(new Set());
  const selection = kept.listKey === listKey ? kept.selection : nothingChosen;
  const latest = useRef({ rows, listKey });
  latest.current = { rows, listKey };

  const acts = useMemo(() => {
    const change = (next: (selection: Selection, order: readonly string[]) => Selection) =>
      setKept((kept) => {
        const { rows, listKey } = latest.current;
        const now = kept.listKey === listKey ? kept.selection : nothingChosen;
        return { listKey, selection: next(now, rows.map(idOf)) };
      });
    return {
      toggle: (id: string) => change((now) => toggle(now, id)),
      spanTo: (id: string) => change((now, order) => spanTo(now, order, id)),
      extend: (from: string, to: string) => change((now, order) => extend(now, order, from, to)),
      toggleAll: () =>
        change((now, order) =>
          order.every((id) => now.ids.has(id)) ? nothingChosen : chooseAll(now, order),
        ),
      chooseLoaded: () => change((now, order) => chooseAll(now, order)),
      onCursor: (id: string | null) => {
        cursor.current = id;
      },
      nameOf,
      choose: (ids: readonly string[]) => change((now) => chooseAll(now, ids)),
      clear: () => change(() => nothingChosen),
      drop: (ids: readonly string[]) => change((now) => withoutRows(now, ids)),
      letGo: (ids: readonly string[]) => {
        const inList = new Set(latest.current.rows.map(idOf));
        leaving.current = new Set(ids.filter((id) => inList.has(id)));
      },
    };
  }, [nameOf]);

  useEffect(() => {
    const inList = new Set(rows.map(idOf));
    const gone = [...leaving.current].filter((id) => !inList.has(id));
    if (gone.length === 0) return;
    leaving.current = new Set([...leaving.current].filter((id) => inList.has(id)));
    acts.drop(gone);
  }, [rows, acts]);

  const { ids } = selection;
  useChoosingKeys(ids.size > 0, covered, acts);
  return {
    rows: useMemo(() => ({ ...acts, ids }), [acts, ids]),
    ids,
    cursor,
    choose: acts.choose,
    clear: acts.clear,
    drop: acts.drop,
    letGo: acts.letGo,
  };
}

/** Ctrl or Cmd and A, and Escape work with single-key shortcuts off, too. */
function useChoosingKeys(
  some: boolean,
  covered: boolean,
  acts: { chooseLoaded: () => void; clear: () => void },
): void {
  const latest = useRef({ some, covered });
  latest.current = { some, covered };
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      const { some, covered } = latest.current;
      if (covered || event.defaultPrevented || event.shiftKey || event.altKey) return;
      if (isElsewhere(event.target)) return;
      const withControl = event.ctrlKey || event.metaKey;
      if (withControl && letterOf(event) === "a") acts.chooseLoaded();
      else if (!withControl && event.key === "Escape" && some) acts.clear();
      else return;
      event.preventDefault();
    };
    document.addEventListener("keydown", listener);
    return () => document.removeEventListener("keydown", listener);
  }, [acts]);
}

/** In a text field, an overlay, or the record next to the list. */
function isElsewhere(target: EventTarget | null): boolean {
  if (isTyping(target) || hasOverlay()) return true;
  return target instanceof Element && target.closest("[data-beside-list]") !== null;
}

function idOf({ id }: { id: string }): string {
  return id;
}

/** The selection. A span is drawn from its anchor and redrawn until another begins. */
export interface Selection {
  ids: ReadonlySet<string>;
  /** The two ends of the last span. */
  anchor: string | null;
  head: string | null;
  /** The rows selected before that span. */
  base: ReadonlySet<string>;
}

const none: ReadonlySet<string> = new Set();

export const nothingChosen: Selection = { ids: none, anchor: null, head: null, base: none };

export function toggle({ ids }: Selection, id: string): Selection {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return beginAt(next, id);
}

/** Selects from the start of the last span, or the last selected row, to this row in list order. */
export function spanTo(selection: Selection, order: readonly string[], id: string): Selection {
  const { anchor, base } = selection;
  const [from, to] = [anchor === null ? -1 : order.indexOf(anchor), order.indexOf(id)];
  if (to < 0) return selection;
  if (from < 0) return beginAt(new Set([...selection.ids, id]), id);
  const between = order.slice(Math.min(from, to), Math.max(from, to) + 1);
  return { ids: new Set([...base, ...between]), anchor, head: id, base };
}

/** Extends the span to the cursor's new row; elsewhere than at the span's end, a new span begins. */
export function extend(
  selection: Selection,
  order: readonly string[],
  from: string,
  to: string,
): Selection {
  const begun =
    selection.head === from ? selection : beginAt(new Set([...selection.ids, from]), from);
  return spanTo(begun, order, to);
}

export function chooseAll(selection: Selection, ids: readonly string[]): Selection {
  const next = new Set([...selection.ids, ...ids]);
  return { ...selection, ids: next, base: next, head: null };
}

export function withoutRows(selection: Selection, gone: readonly string[]): Selection {
  const leaves = new Set(gone);
  const left = (ids: ReadonlySet<string>) => new Set([...ids].filter((id) => !leaves.has(id)));
  return { ...selection, ids: left(selection.ids), base: left(selection.base) };
}

function beginAt(ids: ReadonlySet<string>, id: string): Selection {
  return { ids, anchor: id, head: id, base: ids };
}
