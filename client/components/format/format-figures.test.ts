import { expect, test } from "bun:test";
import { formatDuration, formatShare } from "./format-figures.ts";

test("shares are formatted as percentages", () => {
  expect(formatShare(0.125)).toBe("13 %");
  expect(formatShare(0.04)).toBe("4.0 %");
});

test("durations have their two largest units", () => {
  expect(formatDuration(48)).toBe("48 s");
  expect(formatDuration(59.6)).toBe("1 min");
  expect(formatDuration(12 * 60)).toBe("12 min");
  expect(formatDuration(200 * 60)).toBe("3 h 20 m");
  expect(formatDuration(52 * 3600)).toBe("2 d 4 h");
  expect(formatDuration(24 * 3600)).toBe("1 d");
});
