import { expect, test } from "bun:test";
import * as fc from "fast-check";
import {
  chooseAll,
  extend,
  nothingChosen,
  type Selection,
  spanTo,
  toggle,
  withoutRows,
} from "./use-chosen-rows.ts";

const order = Array.from({ length: 12 }, (_, index) => `row ${index}`);
const row = fc.constantFrom(...order);
const act = fc.oneof(
  fc.record({ kind: fc.constant("toggle" as const), to: row }),
  fc.record({ kind: fc.constant("span" as const), to: row }),
  fc.record({ kind: fc.constant("extend" as const), from: row, to: row }),
);
type Act = typeof act extends fc.Arbitrary<infer Each> ? Each : never;

function doAct(selection: Selection, did: Act): Selection {
  if (did.kind === "toggle") return toggle(selection, did.to);
  if (did.kind === "span") return spanTo(selection, order, did.to);
  return extend(selection, order, did.from, did.to);
}

const someSelection = fc
  .array(act, { maxLength: 15 })
  .map((acts) => acts.reduce(doAct, nothingChosen));
const chosen = ({ ids }: Selection) => order.filter((id) => ids.has(id));
const between = (one: string, other: string) => {
  const [from, to] = [order.indexOf(one), order.indexOf(other)];
  return order.slice(Math.min(from, to), Math.max(from, to) + 1);
};

test("toggling a row twice changes nothing", () => {
  fc.assert(
    fc.property(someSelection, row, (selection, id) => {
      expect(chosen(toggle(toggle(selection, id), id))).toEqual(chosen(selection));
      expect(toggle(selection, id).ids.has(id)).toBe(!selection.ids.has(id));
    }),
  );
});

test("a span selects all rows between its ends and keeps earlier selections", () => {
  fc.assert(
    fc.property(someSelection, row, row, (selection, from, to) => {
      const begun = toggle(selection, from);
      const spanned = spanTo(begun, order, to);
      expect(new Set(chosen(spanned))).toEqual(new Set([...chosen(begun), ...between(from, to)]));
    }),
  );
});

test("a redrawn span depends on its last end only", () => {
  fc.assert(
    fc.property(someSelection, row, fc.array(row), row, (selection, from, wandering, to) => {
      const begun = toggle(selection, from);
      const wandered = wandering.reduce((drawn, each) => spanTo(drawn, order, each), begun);
      expect(chosen(spanTo(wandered, order, to))).toEqual(chosen(spanTo(begun, order, to)));
    }),
  );
});

test("moving the cursor with Shift selects rows, and moving back deselects them", () => {
  fc.assert(
    fc.property(someSelection, row, fc.array(row, { minLength: 1 }), (selection, from, stops) => {
      let at = from;
      let drawn = selection;
      for (const stop of stops) {
        drawn = extend(drawn, order, at, stop);
        at = stop;
      }
      const before =
        selection.head === from ? selection : toggle(withoutRows(selection, [from]), from);
      const anchor = before.anchor ?? from;
      expect(new Set(chosen(drawn))).toEqual(
        new Set([...order.filter((id) => before.base.has(id)), ...between(anchor, at)]),
      );
    }),
  );
});

test("rows that left the list start no span and are deselected", () => {
  const begun = toggle(nothingChosen, "gone");
  expect([...spanTo(begun, order, "row 3").ids]).toEqual(["gone", "row 3"]);
  expect([...withoutRows(spanTo(begun, order, "row 3"), ["gone"]).ids]).toEqual(["row 3"]);
  expect(spanTo(begun, order, "elsewhere")).toBe(begun);
});

test("select all keeps its rows when a span is drawn later", () => {
  const all = chooseAll(toggle(nothingChosen, "row 0"), ["row 8", "row 9"]);
  expect(chosen(extend(all, order, "row 2", "row 3"))).toEqual([
    ...["row 0", "row 2", "row 3", "row 8", "row 9"],
  ]);
  expect(chosen(spanTo(all, order, "row 1"))).toEqual(["row 0", "row 1", "row 8", "row 9"]);
});
