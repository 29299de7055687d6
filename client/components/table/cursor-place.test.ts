import { expect, test } from "bun:test";
import * as fc from "fast-check";
import { goFrom, isGone, type ListPlace, savePlace, stepFrom } from "./cursor-place.ts";

const rows = ["a", "b", "c", "d", "e", "f"];

function moveCursorTo(on: string, order: readonly string[] = rows): ListPlace {
  const place = savePlace(null, { list: "all", on, rows: order });
  if (!place) throw new Error(`${on} is not in the list`);
  return place;
}

/** The rows after and before the place in the changed list. */
function around(place: ListPlace, now: readonly string[]): (string | null)[] {
  const kept = savePlace(place, { list: "all", on: place.on, rows: now });
  if (!kept) throw new Error("the place is lost");
  return ([1, -1] as const).map((by) => {
    const at = stepFrom(kept, now, by);
    return at === null ? null : (now[at] ?? null);
  });
}

test("after a row leaves the list, the cursor moves on to its former neighbours", () => {
  expect(around(moveCursorTo("c"), ["a", "b", "d", "e", "f"])).toEqual(["d", "b"]);
  expect(around(moveCursorTo("c"), ["a", "e", "f"])).toEqual(["e", "a"]);
  expect(around(moveCursorTo("f"), ["a", "b"])).toEqual([null, "b"]);
  expect(around(moveCursorTo("a"), ["b", "c"])).toEqual(["b", null]);
});

test("after a row moves to an end of the list, the cursor continues from its old position", () => {
  expect(around(moveCursorTo("c"), ["a", "b", "d", "e", "f", "c"])).toEqual(["d", "b"]);
  expect(around(moveCursorTo("c"), ["c", "a", "b", "d", "e", "f"])).toEqual(["d", "b"]);
});

test("rows that appear, disappear or move do not affect the cursor's place", () => {
  expect(around(moveCursorTo("c"), ["new", "a", "b", "c", "d"])).toEqual(["d", "b"]);
  expect(around(moveCursorTo("c"), ["d", "a", "b", "c", "e", "f"])).toEqual(["e", "b"]);
  expect(around(moveCursorTo("c"), ["a", "c", "d", "e", "f", "b"])).toEqual(["d", "a"]);
  expect(around(moveCursorTo("c"), ["a", "b", "c", "new", "d"])).toEqual(["new", "b"]);
});

test("the place is kept through further changes until the row returns to it", () => {
  const gone = savePlace(moveCursorTo("c"), { list: "all", on: "c", rows: ["a", "b", "d", "e"] });
  expect(gone && around(gone, ["a", "b", "e"])).toEqual(["e", "b"]);
  const back = savePlace(gone, { list: "all", on: "c", rows });
  expect(back?.order).toBe(rows);
});

test("a step beyond an end of the list leads nowhere", () => {
  expect([goFrom(moveCursorTo("f"), rows, 1), goFrom(moveCursorTo("a"), rows, -1)]).toEqual([5, 0]);
  expect(goFrom(moveCursorTo("f"), ["a", "b"], 1)).toBe(1);
  expect([goFrom(null, rows, 1), goFrom(null, rows, -1)]).toEqual([0, 0]);
});

test("in another list or order, the cursor stays on the same row", () => {
  const turned = [...rows].reverse();
  const place = savePlace(moveCursorTo("b"), { list: "all, turned", on: "b", rows: turned });
  expect(place?.order).toBe(turned);
  expect(savePlace(moveCursorTo("b"), { list: "mine", on: "b", rows: ["x"] })).toBeNull();
  expect(savePlace(moveCursorTo("b"), { list: "all", on: null, rows })).toBeNull();
});

test("if only the row itself moved, a step leads to its former neighbour", () => {
  const anyList = fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 5, maxLength: 30 });
  fc.assert(
    fc.property(anyList, fc.nat(), fc.nat(), (order, from, to) => {
      const at = from % order.length;
      const on = order[at] ?? "";
      const others = order.filter((row) => row !== on);
      const now = others.toSpliced(to % order.length, 0, on);
      const place = moveCursorTo(on, order);
      const moved = Math.abs(now.indexOf(on) - at) > 3;
      if (moved) expect(isGone(place, now)).toBe(true);
      if (!isGone(place, now)) return;
      expect(around(place, now)).toEqual([order[at + 1] ?? null, order[at - 1] ?? null]);
    }),
  );
});
