import { describe, expect, test } from "bun:test";
import type { DashboardTotals, PeriodFigures } from "../../../shared/dashboard/figures.ts";
import { mainFigures, percent, roundDuration } from "./figures.ts";

const now: PeriodFigures = {
  days: { from: "2026-10-23", to: "2026-11-21" },
  created: 390,
  resolved: 401,
  backlog: 38,
  firstReply: { count: 312, median: 18 * 60, p90: 112 * 60 },
  resolution: { count: 401, median: 341 * 60, p90: 51 * 3600 },
  reopened: 16,
  solvedInOne: 188,
};
const before: PeriodFigures = {
  days: { from: "2026-09-23", to: "2026-10-22" },
  created: 375,
  resolved: 361,
  backlog: 49,
  firstReply: { count: 300, median: 24 * 60, p90: 120 * 60 },
  resolution: { count: 361, median: 300 * 60, p90: 40 * 3600 },
  reopened: 12,
  solvedInOne: 160,
};
const today = "2026-11-21";
const totals: DashboardTotals = { now, before, endsToday: true, unassigned: 5, chosen: {} };

describe("the main figures", () => {
  test("are formatted for reading", () => {
    expect(mainFigures(totals, today).map(({ value, line }) => [value, line])).toEqual([
      ["390", "was 375 from 23 Sept"],
      ["401", "was 361 from 23 Sept"],
      ["38", "was 49 at the start"],
      ["5", "right now"],
      ["18 min", "90th: 1 h 52 m"],
      ["5 h 41 m", "90th: 2 d 3 h"],
      ["4.0 %", "16 of 401"],
      ["47 %", "188 of 401"],
    ]);
  });

  test("show their change, and whether it is good", () => {
    expect(
      mainFigures(totals, today).map(({ change }) => change && [change.words, change.isGood]),
    ).toEqual([
      ["+4 %", null],
      ["+11 %", true],
      ["−11", true],
      null,
      ["−25 %", true],
      ["+14 %", false],
      ["+0.7", false],
      ["+2.6", true],
    ]);
  });

  test("show the previous value and its period", () => {
    expect(mainFigures(totals, today).map(({ was }) => was)).toEqual([
      "It was 375 from 23 Sept to 22 Oct.",
      "It was 361 from 23 Sept to 22 Oct.",
      null,
      null,
      "It was 24 min from 23 Sept to 22 Oct.",
      "It was 5 h from 23 Sept to 22 Oct.",
      "It was 3.3 % from 23 Sept to 22 Oct.",
      "It was 44 % from 23 Sept to 22 Oct.",
    ]);
    const day = { ...before, days: { from: "2026-10-22", to: "2026-10-22" } };
    const [created] = mainFigures({ ...totals, before: day }, today);
    expect(created).toMatchObject({
      line: "was 375 on 22 Oct",
      was: "It was 375 on 22 Oct.",
    });
  });

  test("include the year outside the current one", () => {
    const [created, ...others] = mainFigures(totals, "2027-01-20");
    expect(created).toMatchObject({
      line: "was 375 from 23 Sept 2026",
      was: "It was 375 from 23 Sept 2026 to 22 Oct 2026.",
    });
    expect(others[1]?.line).toBe("was 49 at the start");
    const over = { ...before, days: { from: "2025-12-12", to: "2026-01-10" } };
    expect(mainFigures({ ...totals, before: over }, today)[0]).toMatchObject({
      line: "was 375 from 12 Dec 2025",
      was: "It was 375 from 12 Dec 2025 to 10 Jan 2026.",
    });
    const alone = mainFigures({ ...totals, before: null, endsToday: false }, "2027-01-20");
    expect(alone.slice(1, 3).map(({ line }) => line)).toEqual([
      ...["23 Oct 2026 to 21 Nov 2026", "at the end of 21 Nov 2026"],
    ]);
  });

  test("without a comparison show their period", () => {
    const lines = (alone: DashboardTotals) => mainFigures(alone, today).map(({ line }) => line);
    expect(lines({ ...totals, before: null }).slice(0, 3)).toEqual([
      "23 Oct to 21 Nov",
      "23 Oct to 21 Nov",
      "right now",
    ]);
    const day = { ...now, days: { from: "2026-11-02", to: "2026-11-02" } };
    expect(lines({ ...totals, now: day, before: null, endsToday: false }).slice(0, 3)).toEqual([
      "on 2 Nov",
      "on 2 Nov",
      "at the end of 2 Nov",
    ]);
    const alone = mainFigures({ ...totals, before: null }, today);
    expect(alone.every(({ change }) => change === null)).toBe(true);
  });

  test("say so when there is no data", () => {
    const none = { count: 0, median: null, p90: null };
    const quiet = { ...now, resolved: 0, reopened: 0, firstReply: none, resolution: none };
    const figures = mainFigures({ ...totals, now: quiet }, today);
    expect(figures.slice(4).map(({ value }) => value)).toEqual(["–", "–", "–", "–"]);
    expect(figures.slice(4).every(({ change }) => change === null)).toBe(true);
  });

  test("count the tickets in their list", () => {
    expect(mainFigures(totals, today).map(({ tickets }) => tickets)).toEqual([
      390, 401, 38, 5, 312, 401, 16, 188,
    ]);
  });
});

test("long durations are rounded", () => {
  const [minute, hour, day] = [60, 3600, 86_400];
  const said = [
    40,
    29 * minute,
    341 * minute,
    23 * hour + 6 * minute,
    23.7 * hour,
    47.6 * hour,
    13.5 * day,
  ];
  expect(said.map(roundDuration)).toEqual([
    ...["40 s", "29 min", "5 h 41 m", "23 h", "1 d", "2 d", "14 d"],
  ]);
});

test("a change is relative to the previous value, if there was one", () => {
  const words = (was: number | null, is: number | null) => percent(was, is, null)?.words;
  expect(words(375, 390)).toBe("+4 %");
  expect(words(20, 5)).toBe("−75 %");
  expect(words(5, 5)).toBe("±0 %");
  expect(words(0, 5)).toBeUndefined();
  expect(words(null, 5)).toBeUndefined();
  expect(words(5, null)).toBeUndefined();
});
