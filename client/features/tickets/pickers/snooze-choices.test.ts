import { expect, test } from "bun:test";
import { snoozeChoices } from "./snooze-choices.ts";

function chosen(now: string, zone: string): string[] {
  return snoozeChoices(Date.parse(now), zone).map(({ until }) => new Date(until).toISOString());
}

test("mornings are those of the person's own clock", () => {
  // A Saturday, 15:10 in Berlin.
  expect(chosen("2026-11-21T14:10:00Z", "Europe/Berlin")).toEqual([
    "2026-11-21T17:30:00.000Z",
    "2026-11-22T08:00:00.000Z",
    "2026-11-23T08:00:00.000Z",
    "2026-11-28T08:00:00.000Z",
  ]);
});

test("a week from a Monday is a Monday, and summer time ends in between", () => {
  expect(chosen("2026-10-19T06:00:00Z", "Europe/Berlin")[2]).toBe("2026-10-26T08:00:00.000Z");
});

test("no moment is offered twice", () => {
  for (let day = 0; day < 14; day++) {
    const until = chosen(new Date(Date.UTC(2026, 10, 16 + day, 12)).toISOString(), "UTC");
    expect(new Set(until).size).toBe(until.length);
  }
});
