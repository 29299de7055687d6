/** The cursor's place in a list whose rows appear, disappear and change their order. */
export interface ListPlace {
  /** The list and the current row. */
  list: string;
  on: string;
  /** The rows when the current row was last among them. */
  order: readonly string[];
}

/**
 * A resolved ticket leaves the list, and an answered one moves to its end; the cursor stays at the old
 * position and continues from there.
 */
export function savePlace(
  place: ListPlace | null,
  { list, on, rows }: { list: string; on: string | null; rows: readonly string[] },
): ListPlace | null {
  if (on === null) return null;
  if (place?.list === list && place.on === on && isGone(place, rows)) return place;
  return rows.includes(on) ? { list, on, order: rows } : null;
}

/** The index of the row after or before the place, if there is one. */
export function stepFrom(
  { on, order }: ListPlace,
  rows: readonly string[],
  by: 1 | -1,
): number | null {
  const indexOf = new Map(rows.map((row, index) => [row, index]));
  for (let at = order.indexOf(on) + by; at >= 0 && at < order.length; at += by) {
    const found = indexOf.get(order[at] ?? "");
    if (found !== undefined) return found;
  }
  return null;
}

/** Like `stepFrom`, but stays at the ends, and starts at the top without a place. */
export function goFrom(place: ListPlace | null, rows: readonly string[], by: 1 | -1): number {
  if (!place) return 0;
  const next = stepFrom(place, rows, by);
  if (next !== null) return next;
  if (!isGone(place, rows)) return rows.indexOf(place.on);
  return stepFrom(place, rows, by === 1 ? -1 : 1) ?? 0;
}

/** How many neighbours on each side determine a row's position. */
const witnesses = 3;

/** Whether the row left the list, or most of its neighbours on one side are now on the other. */
export function isGone({ on, order }: ListPlace, rows: readonly string[]): boolean {
  if (rows === order) return false;
  const now = rows.indexOf(on);
  if (now < 0) return true;
  const then = order.indexOf(on);
  const indexOf = new Map(rows.map((row, index) => [row, index]));
  const near = (neighbours: readonly string[]) =>
    neighbours.flatMap((row) => indexOf.get(row) ?? []).slice(0, witnesses);
  const before = near(order.slice(0, then).reverse());
  const after = near(order.slice(then + 1));
  const sides = [
    { size: before.length, passed: before.filter((at) => at > now).length },
    { size: after.length, passed: after.filter((at) => at < now).length },
  ];
  const both = { size: before.length + after.length, passed: 0 };
  for (const { passed } of sides) both.passed += passed;
  // A single neighbour may have moved itself.
  return [both, ...sides.filter(({ size }) => size > 1)].some(
    ({ size, passed }) => passed * 2 > size,
  );
}
