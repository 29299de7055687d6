import { describe, expect, test } from "bun:test";
import {
  formatAgo,
  formatAgoInSentence,
  formatCount,
  formatDate,
  formatExact,
  formatNumber,
  formatWait,
} from "./format.ts";

const now = Date.parse("2026-11-21T12:00:00Z");
const ago = (seconds: number) =>
  formatAgo(new Date(now - seconds * 1000).toISOString(), now, "UTC");

describe("times", () => {
  test("relative under a week, then a date", () => {
    expect(ago(0)).toBe("now");
    expect(ago(59)).toBe("now");
    expect(ago(60)).toBe("1 min");
    expect(ago(3599)).toBe("59 min");
    expect(ago(3600)).toBe("1 h");
    expect(ago(86_400)).toBe("1 d");
    expect(ago(7 * 86_400 - 1)).toBe("6 d");
    expect(ago(7 * 86_400)).toBe("14 Nov");
    expect(ago(330 * 86_400)).toBe("26 Dec 2025");
  });

  test("in a sentence, relative times say ago and dates do not", () => {
    const said = (seconds: number) =>
      formatAgoInSentence(new Date(now - seconds * 1000).toISOString(), now, "UTC");
    expect([0, 60, 3600, 86_400].map(said)).toEqual(["now", "1 min ago", "1 h ago", "1 d ago"]);
    expect(said(7 * 86_400)).toBe("14 Nov");
    expect(said(400 * 86_400)).toBe("17 Oct 2025");
  });

  test("a wait is a duration, however long", () => {
    const waited = (days: number) =>
      formatWait(new Date(now - days * 86_400_000).toISOString(), now);
    expect([0.5, 6, 7, 89, 90, 729, 730, 1100].map(waited)).toEqual([
      ...["12 h", "6 d", "7 d", "89 d"],
      ...["2 mo", "23 mo", "1 y", "3 y"],
    ]);
  });

  test("a time slightly in the future is shown as now", () => {
    expect(ago(-30)).toBe("now");
  });

  test("days and hours are in the reader's time zone", () => {
    expect(formatDate("2026-01-01T02:00:00Z", "America/New_York")).toBe("31 Dec 2025");
    expect(formatExact("2026-03-14T09:18:00Z", "Europe/Stockholm")).toContain("10:18");
  });
});

describe("figures", () => {
  test("numbers are grouped and capped counts get a plus", () => {
    expect(formatNumber(1284)).toBe("1,284");
    expect(formatCount(999, 1000)).toBe("999");
    expect(formatCount(1000, 1000)).toBe("999+");
  });
});
