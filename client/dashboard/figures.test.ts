import { describe, expect, test } from "bun:test";
import type { DashboardFigures } from "../../shared/dashboard.ts";
import { namedDays, ticksUpTo } from "./chart-scale.ts";
import { changeBetween, mainFigures } from "./figures.ts";

const figures: DashboardFigures = {
  from: "2026-10-23",
  to: "2026-11-21",
  created: 390,
  resolved: 401,
  backlog: 38,
  unassigned: 5,
  firstReply: { median: 18 * 60, p90: 112 * 60 },
  resolution: { median: 341 * 60, p90: 51 * 3600 },
  reopened: 16,
  solvedInOne: 188,
  days: [],
  byStatus: [],
  topCompanies: [],
  before: { created: 375, resolved: 361 },
};

describe("the main figures", () => {
  test("read as people say them", () => {
    expect(mainFigures(figures).map(({ value, line }) => [value, line])).toEqual([
      ["390", "was 375"],
      ["401", "was 361"],
      ["38", "right now"],
      ["5", "right now"],
      ["18 min", "90th: 1 h 52 m"],
      ["5 h 41 m", "90th: 2 d 3 h"],
      ["4.0 %", "16 of 401"],
      ["47 %", "188 of 401"],
    ]);
  });

  test("say that there is nothing, where there is nothing", () => {
    const none = { median: null, p90: null };
    const quiet = { ...figures, resolved: 0, reopened: 0, firstReply: none, resolution: none };
    const values = mainFigures(quiet).map(({ value }) => value);
    expect(values.slice(4)).toEqual(["–", "–", "–", "–"]);
  });

  test("call only more resolved tickets good", () => {
    const good = mainFigures(figures).filter(({ change }) => change?.good);
    expect(good.map(({ key }) => key)).toEqual(["resolved"]);
  });
});

test("a change is against what was before, if anything was", () => {
  expect(changeBetween(375, 390)).toBe("+4 %");
  expect(changeBetween(361, 401)).toBe("+11 %");
  expect(changeBetween(20, 5)).toBe("−75 %");
  expect(changeBetween(5, 5)).toBe("±0 %");
  expect(changeBetween(0, 5)).toBeNull();
});

describe("the chart's scale", () => {
  test("has round numbers up to the largest value", () => {
    expect(ticksUpTo(24)).toEqual([0, 10, 20, 30]);
    expect(ticksUpTo(4)).toEqual([0, 2, 4]);
    expect(ticksUpTo(1)).toEqual([0, 1]);
    expect(ticksUpTo(0)).toEqual([0, 1]);
    expect(ticksUpTo(1300).at(-1)).toBeGreaterThanOrEqual(1300);
  });

  test("names the first and the last day, and none too close to another", () => {
    expect(namedDays(1, 6)).toEqual([0]);
    expect(namedDays(30, 6)).toEqual([0, 6, 12, 18, 24, 29]);
    expect(namedDays(32, 6)).toEqual([0, 7, 14, 21, 31]);
    const named = namedDays(90, 6);
    expect(named[0]).toBe(0);
    expect(named.at(-1)).toBe(89);
    expect(named.length).toBeLessThanOrEqual(6);
  });
});
