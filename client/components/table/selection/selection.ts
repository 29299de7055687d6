/** Which rows are chosen. A span is drawn from its anchor, and drawn anew until another begins. */
export interface Selection {
  ids: ReadonlySet<string>;
  /** The two ends of the span that was drawn last. */
  anchor: string | null;
  head: string | null;
  /** What was chosen before that span. */
  base: ReadonlySet<string>;
}

const none: ReadonlySet<string> = new Set();

export const nothingChosen: Selection = { ids: none, anchor: null, head: null, base: none };

export function toggle({ ids }: Selection, id: string): Selection {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return beginAt(next, id);
}

/** From where the last span began, or the last row was chosen, to this row, in the list's order. */
export function spanTo(selection: Selection, order: readonly string[], id: string): Selection {
  const { anchor, base } = selection;
  const [from, to] = [anchor === null ? -1 : order.indexOf(anchor), order.indexOf(id)];
  if (to < 0) return selection;
  if (from < 0) return beginAt(new Set([...selection.ids, id]), id);
  const between = order.slice(Math.min(from, to), Math.max(from, to) + 1);
  return { ids: new Set([...base, ...between]), anchor, head: id, base };
}

/** The cursor moved and takes the rows along; elsewhere than where the last span ended it begins. */
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
