import { expect, test } from "bun:test";
import { readCount, readMoment, readTest, readWeekHour } from "./values.ts";

test("every weekday has its hours, in any case", () => {
  for (const weekday of ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]) {
    expect(readWeekHour(`${weekday}-9`)).toMatchObject({ weekday, hour: 9 });
  }
  expect(readWeekHour("TUE-23")).toEqual({ weekday: "tue", hour: 23 });
  for (const none of ["xyz-9", "tue-24", "tue", "-9"]) expect(readWeekHour(none)).toBeNull();
});

test("a range has exactly two ends", () => {
  expect(readTest("1..2", readCount)).toEqual({ kind: "range", from: 1, to: 2 });
  for (const none of ["1..", "..2", "1..2..3", "x..2", "1..x", ">", ""]) {
    expect([none, readTest(none, readCount)]).toEqual([none, null]);
  }
});

test.each<[string, unknown]>([
  ["Now", { kind: "named", name: "now" }],
  ["-5M", { kind: "ago", amount: 5, unit: "m" }],
  ["2026-02", { kind: "month", month: "2026-02" }],
  ["2024-02-29", { kind: "day", day: "2024-02-29" }],
  ["2026-01-31t09:59", { kind: "minute", minute: "2026-01-31T09:59" }],
  // Years whose neighbours have four digits, too.
  ["1001-01-01", { kind: "day", day: "1001-01-01" }],
  ["9998-12-31", { kind: "day", day: "9998-12-31" }],
  ...["1000-12-31", "9999-01-01", "0000-01", "9999-12", "2026-13", "2026-13-01"].map(
    (none): [string, null] => [none, null],
  ),
  ...["2026-02-30", "2026-02-30T10:00", "2026-01-31T24:00", "2026-01-31T23:60"].map(
    (none): [string, null] => [none, null],
  ),
  ...["-5", "5d", "tomorrow", ""].map((none): [string, null] => [none, null]),
])("%j as a time is %j", (said, moment) => {
  expect(readMoment(said) as unknown).toEqual(moment);
});
