import { describe, expect, test } from "bun:test";
import { daysBefore, daysOf, eachDay, lengthOf, rangeFrom, startOfDay, todayIn } from "./days.ts";

// In Auckland the next day has begun; in New York it is the evening before.
const now = new Date("2026-03-01T02:00:00.000Z");
const days = (from: string, to: string) => ({ from, to });

test("a range has two existing days in order", () => {
  expect(rangeFrom("2026-02-28", "2026-03-01")).toEqual(days("2026-02-28", "2026-03-01"));
  expect(rangeFrom("2026-03-01", "2026-03-01")).toEqual(days("2026-03-01", "2026-03-01"));
  expect(rangeFrom("2026-03-01", "2026-02-28")).toBeNull();
  expect(rangeFrom("2026-02-29", "2026-03-01")).toBeNull();
  expect(rangeFrom("2026-02-28", "2026-02-29")).toBeNull();
  expect(rangeFrom("2026-02", "2026-03")).toBeNull();
});

describe("the days of a period", () => {
  test("end today, which is today in the time zone", () => {
    expect(todayIn("America/New_York", now)).toBe("2026-02-28");
    expect(daysOf("today", now, "UTC")).toEqual(days("2026-03-01", "2026-03-01"));
    expect(daysOf("7d", now, "America/New_York")).toEqual(days("2026-02-22", "2026-02-28"));
    expect(daysOf("30d", now, "Pacific/Auckland")).toEqual(days("2026-01-31", "2026-03-01"));
    expect(lengthOf(daysOf("90d", now, "UTC"))).toBe(90);
  });

  test("of a custom range end today at the latest", () => {
    const asked = (from: string, to: string) => daysOf(days(from, to), now, "UTC");
    expect(asked("2026-02-01", "2026-02-03")).toEqual(days("2026-02-01", "2026-02-03"));
    expect(asked("2026-02-28", "2026-03-02")).toEqual(days("2026-02-28", "2026-03-01"));
    expect(asked("2026-04-01", "2026-04-03")).toEqual(days("2026-03-01", "2026-03-01"));
  });

  test("follow the same number of days before, and each day occurs once", () => {
    expect(daysBefore(days("2026-03-01", "2026-03-03"))).toEqual(days("2026-02-26", "2026-02-28"));
    expect(eachDay(days("2026-02-27", "2026-03-01"))).toEqual([
      ...["2026-02-27", "2026-02-28", "2026-03-01"],
    ]);
  });
});

test("a day begins when the clocks of its zone first show it", () => {
  expect(startOfDay("2026-07-01", "Europe/Berlin")).toEqual(new Date("2026-06-30T22:00:00.000Z"));
  // The clocks go forward from midnight to one o'clock, and back to midnight in autumn.
  expect(startOfDay("2026-03-08", "America/Havana")).toEqual(new Date("2026-03-08T05:00:00.000Z"));
  expect(startOfDay("2026-11-01", "America/Havana")).toEqual(new Date("2026-11-01T04:00:00.000Z"));
});
