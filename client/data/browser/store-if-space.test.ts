import { afterAll, beforeAll, expect, test } from "bun:test";
import { areasOf, rememberArea } from "../../app/navigation/areas.ts";
import { noteSearch, recentSearches } from "../../app/navigation/recent-searches.ts";
import { createPane, savePaneWidth } from "../../app/theme/pane-width.ts";

/** A full store, which Bun lacks. */
const full = {
  getItem: () => null,
  setItem() {
    throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
  },
};

beforeAll(() => {
  Object.assign(globalThis, { localStorage: full });
});
afterAll(() => {
  Reflect.deleteProperty(globalThis, "localStorage");
});

test("a full browser store is ignored", () => {
  for (const area of areasOf({ role: "Super Admin" })) rememberArea(area);
  savePaneWidth(createPane("list", { least: 100, usual: 200, most: 300 }));
  noteSearch("ana", "crane");
  expect(recentSearches("ana")).toEqual([]);
});
