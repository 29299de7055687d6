import { describe, expect, test } from "bun:test";
import { chartHeight, countScale, dayScale, edge, namedDays, ticksOf } from "./scales.ts";
import { nextPlace } from "./use-rove.ts";

describe("the scale of counts", () => {
  const ticksUpTo = (largest: number) => ticksOf(countScale(largest, chartHeight));

  test("has a few round whole numbers that include the largest value", () => {
    expect(ticksUpTo(24)).toEqual([0, 5, 10, 15, 20, 25]);
    expect(ticksUpTo(1)).toEqual([0, 1]);
    expect(ticksUpTo(2)).toEqual([0, 1, 2]);
    for (const largest of [3, 7, 41, 99, 1300, 4_814_550]) {
      expect(ticksUpTo(largest).at(-1)).toBeGreaterThanOrEqual(largest);
      expect(ticksUpTo(largest).length).toBeLessThanOrEqual(7);
    }
  });

  test("puts zero at the bottom when there is nothing", () => {
    const scale = countScale(0, chartHeight);
    expect(ticksOf(scale)).toEqual([0, 1]);
    expect(scale(0)).toBe(chartHeight - edge.bottom);
  });
});

test("a single day takes the whole axis", () => {
  const scale = dayScale(["2026-11-21"], 600, 0);
  expect(scale.bandwidth()).toBe(600 - edge.left - edge.right);
});

test("the first and last day are labelled, and no labels are too close", () => {
  expect(namedDays(1, 6)).toEqual([0]);
  expect(namedDays(30, 6)).toEqual([0, 6, 12, 18, 24, 29]);
  expect(namedDays(32, 6)).toEqual([0, 7, 14, 21, 31]);
  const named = namedDays(90, 6);
  expect([named[0], named.at(-1)]).toEqual([0, 89]);
  expect(named.length).toBeLessThanOrEqual(6);
});

describe("keys within a chart", () => {
  const press = (key: string, row: number, column: number, more: object = {}) =>
    nextPlace(
      { row, column },
      { key, ctrlKey: false, metaKey: false, altKey: false, ...more },
      7,
      24,
    );

  test("arrow keys move by one, Home and End to the ends of a row", () => {
    expect(press("ArrowRight", 0, 0)).toEqual({ row: 0, column: 1 });
    expect(press("ArrowDown", 0, 5)).toEqual({ row: 1, column: 5 });
    expect(press("ArrowUp", 3, 5)).toEqual({ row: 2, column: 5 });
    expect(press("Home", 3, 5)).toEqual({ row: 3, column: 0 });
    expect(press("End", 3, 5)).toEqual({ row: 3, column: 23 });
  });

  test("stay inside, and other keys are left alone", () => {
    expect(press("ArrowLeft", 0, 0)).toBeNull();
    expect(press("ArrowRight", 0, 23)).toBeNull();
    expect(press("ArrowUp", 0, 3)).toBeNull();
    expect(press("ArrowDown", 6, 3)).toBeNull();
    expect(press("Enter", 2, 3)).toBeNull();
    expect(press("ArrowLeft", 2, 3, { altKey: true })).toBeNull();
  });
});
