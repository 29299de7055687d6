import { expect, test } from "bun:test";
import { shortMoment, snoozeChoices } from "./snooze-times.ts";

test("a time within six days is shown by weekday, a later one by date", () => {
  const today = Date.parse("2026-11-25T08:00:00Z");
  const shown = (at: string) => shortMoment(Date.parse(at), today, "Europe/Berlin");
  expect(shown("2026-11-25T11:00:00Z")).toBe("Wed 12:00");
  expect(shown("2026-11-30T08:00:00Z")).toBe("Mon 09:00");
  expect(shown("2026-12-02T08:00:00Z")).toBe("2 Dec 09:00");
  expect(shown("2027-11-23T08:00:00Z")).toBe("23 Nov 09:00");
  expect(shown("2027-11-26T08:00:00Z")).toBe("26 Nov 2027");
});

function chosen(now: string, zone: string): string[] {
  return snoozeChoices(Date.parse(now), zone).map(({ until }) => new Date(until).toISOString());
}

test("mornings are in the person's time zone", () => {
  // A Saturday, 15:10 in Berlin.
  expect(chosen("2026-11-21T14:10:00Z", "Europe/Berlin")).toEqual([
    "2026-11-21T17:30:00.000Z",
    "2026-11-22T08:00:00.000Z",
    "2026-11-23T08:00:00.000Z",
    "2026-11-28T08:00:00.000Z",
  ]);
});

test("a week from a Monday is a Monday, also when summer time ends in between", () => {
  expect(chosen("2026-10-19T06:00:00Z", "Europe/Berlin")[2]).toBe("2026-10-26T08:00:00.000Z");
});

test("no time is offered twice", () => {
  for (let day = 0; day < 14; day++) {
    const until = chosen(new Date(Date.UTC(2026, 10, 16 + day, 12)).toISOString(), "UTC");
    expect(new Set(until).size).toBe(until.length);
  }
});
