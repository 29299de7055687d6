import { expect, test } from "bun:test";
import { formatDay, formatMoment, formatWholeDay } from "./format-day.ts";

const now = Date.parse("2026-11-21T12:00:00Z");

test("a day has its usual name", () => {
  const name = (iso: string, timeZone = "UTC") => formatDay(iso, now, timeZone);
  expect(name("2026-11-21T00:00:00Z")).toBe("Today");
  expect(name("2026-11-20T23:59:00Z")).toBe("Yesterday");
  expect(name("2026-11-20T23:59:00Z", "Europe/Stockholm")).toBe("Today");
  expect(name("2026-11-06T09:00:00Z")).toBe("Friday 6 November");
  expect(name("2025-12-31T09:00:00Z")).toBe("31 Dec 2025");
});

test("the full date is available for hover", () => {
  expect(formatWholeDay("2026-11-20T23:59:00Z", "UTC")).toBe("Friday 20 November 2026");
  expect(formatWholeDay("2026-11-20T23:59:00Z", "Europe/Stockholm")).toBe(
    "Saturday 21 November 2026",
  );
});

test("a moment includes the time of day", () => {
  const moment = (iso: string, timeZone = "UTC") => formatMoment(iso, now, timeZone);
  expect(moment("2026-11-21T08:05:00Z")).toBe("today, 08:05");
  expect(moment("2026-11-20T23:59:00Z")).toBe("yesterday, 23:59");
  expect(moment("2026-11-20T23:59:00Z", "Europe/Stockholm")).toBe("today, 00:59");
  expect(moment("2026-11-06T09:00:00Z")).toBe("6 Nov, 09:00");
  expect(moment("2025-12-31T09:00:00Z")).toBe("31 Dec 2025, 09:00");
});

test("yesterday is the day before, also across a clock change", () => {
  const name = (iso: string, now: string) => formatDay(iso, Date.parse(now), "Europe/Berlin");
  const afterTheShortDay = "2026-03-29T22:30:00Z";
  expect(name("2026-03-29T12:00:00Z", afterTheShortDay)).toBe("Yesterday");
  expect(name("2026-03-28T12:00:00Z", afterTheShortDay)).toBe("Saturday 28 March");
  const lateOnTheLongDay = "2026-10-25T22:30:00Z";
  expect(name("2026-10-25T12:00:00Z", lateOnTheLongDay)).toBe("Today");
  expect(name("2026-10-24T12:00:00Z", lateOnTheLongDay)).toBe("Yesterday");
  expect(formatMoment("2026-10-24T12:00:00Z", Date.parse(lateOnTheLongDay), "Europe/Berlin")).toBe(
    "yesterday, 14:00",
  );
});
