import { expect, test } from "bun:test";
import type { SavedView } from "../../../../shared/saved-views.ts";
import { putView } from "./put-view.ts";

function view(id: string, change: Partial<SavedView> = {}): SavedView {
  const list = { q: "", timeZone: null, sort: null, descending: null };
  return {
    ...list,
    id,
    name: id,
    shared: true,
    mine: false,
    owner: "Maya",
    mayChange: true,
    ...change,
  };
}

test("a view stands once, in the order of the names", () => {
  const shown = putView([view("b"), view("c")], view("c", { name: "A first one" }));
  expect(shown.map(({ name }) => name)).toEqual(["A first one", "b"]);
});

test("what a colleague shares no longer goes, and one's own stays", () => {
  const shown = [view("own", { mine: true }), view("theirs")];
  expect(putView(shown, view("theirs", { shared: false }))).toEqual([view("own", { mine: true })]);
  expect(putView(shown, view("own", { mine: true, shared: false }))).toHaveLength(2);
});
