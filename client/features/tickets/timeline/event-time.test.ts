import { expect, test } from "bun:test";
import { eventTime } from "./event-words.ts";

test.each<[string, string | null, boolean, string]>([
  [
    "2026-11-30T09:00:00.000Z",
    "2026-11-30T10:00:00.000Z",
    false,
    "Monday, 30 November 2026 at 10:00 – 11:00",
  ],
  [
    "2026-11-30T22:30:00.000Z",
    "2026-12-01T00:30:00.000Z",
    false,
    "Monday, 30 November 2026 at 23:30 – Tuesday, 1 December 2026 at 01:30",
  ],
  ["2026-11-30T09:00:00.000Z", null, false, "Monday, 30 November 2026 at 10:00"],
  ["2026-11-30", "2026-11-30", true, "Monday 30 November"],
  ["2026-11-30", "2026-12-02", true, "Monday 30 November – Wednesday 2 December"],
])("an event from %s to %s is shown in the reader's time zone", (start, end, isAllDay, words) => {
  expect(eventTime({ start, end, isAllDay }, "Europe/Oslo")).toBe(words);
});
