import { expect, test } from "bun:test";
import { eventTime, transitWords } from "./event-words.ts";

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

test.each<[string | null, string, string | null]>([
  ["2026-11-28T08:12:30.000000Z", "2026-11-28T08:14:00.000000Z", "Sent 09:12, received 09:14"],
  // A clock that is ahead.
  ["2026-11-28T08:14:00.000000Z", "2026-11-28T08:12:30.000000Z", "Sent 09:14, received 09:12"],
  [
    "2026-11-28T22:58:00.000000Z",
    "2026-11-28T23:03:00.000000Z",
    "Sent 28 Nov 2026, 23:58, received 29 Nov 2026, 00:03",
  ],
  ["2026-11-28T08:12:30.000000Z", "2026-11-28T08:13:29.000000Z", null],
  [null, "2026-11-28T08:14:00.000000Z", null],
])(
  "a mail sent at %s and received at %s names both times where they differ by a minute",
  (sentAt, receivedAt, words) => {
    expect(transitWords({ sentAt, receivedAt }, "Europe/Oslo")).toBe(words);
  },
);
