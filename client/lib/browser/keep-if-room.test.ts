import { afterAll, beforeAll, expect, test } from "bun:test";

/** What a browser has and Bun has not: a store in which there is no room. */
const full = {
  getItem: () => null,
  removeItem() {},
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

test("a browser in which there is no room keeps nothing, and keeps nobody from their work", async () => {
  const { rememberArea, areasOf } = await import("../place/areas.ts");
  const { noteSearch, recentSearches } = await import("../place/recent-searches.ts");
  const { welcome } = await import("../session/last-person.ts");
  const { setWaitingCount, waitingCount } = await import("../line/waiting-count.ts");

  welcome("ana");
  for (const area of areasOf({ role: "Super Admin" })) rememberArea(area);
  noteSearch("ana", "crane");
  expect(recentSearches("ana")).toEqual([]);
  setWaitingCount(2);
  expect(waitingCount.get()).toBe(2);
  setWaitingCount(0);
});
