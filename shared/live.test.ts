import { expect, test } from "bun:test";
import { listsEveryMs } from "./live.ts";

test("the more listeners a server has, the less often each refetches its lists", () => {
  expect([0, 1, 100].map(listsEveryMs)).toEqual([1_000, 1_000, 1_000]);
  expect([101, 1_000, 5_000, 50_000].map(listsEveryMs)).toEqual([2_000, 10_000, 30_000, 30_000]);
});

test("up to three thousand listeners cause at most a hundred list requests per second", () => {
  for (let streams = 1; streams <= 3_000; streams += 7) {
    expect(streams / (listsEveryMs(streams) / 1_000)).toBeLessThanOrEqual(100);
  }
});
