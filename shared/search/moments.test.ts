import { describe, expect, test } from "bun:test";
import { instantIn, isTimeZone } from "../local-time.ts";
import { asksForDays, instantAt, stretchOf } from "./moments.ts";
import { readMoment, readTest } from "./values.ts";

const now = new Date("2026-11-21T12:00:00.000Z");

describe("a time in a query", () => {
  test.each<[string, string, string | null, string | null]>([
    ["2026-07-01", "Europe/Berlin", "2026-06-30T22:00:00.000Z", "2026-07-01T22:00:00.000Z"],
    // The day of the clock change has 25 hours.
    ["2026-10-25", "Europe/Berlin", "2026-10-24T22:00:00.000Z", "2026-10-25T23:00:00.000Z"],
    [">2026-07-01", "UTC", "2026-07-02T00:00:00.000Z", null],
    [">=2026-07-01", "UTC", "2026-07-01T00:00:00.000Z", null],
    ["<2026-07-01", "UTC", null, "2026-07-01T00:00:00.000Z"],
    ["<=2026-07-01", "UTC", null, "2026-07-02T00:00:00.000Z"],
    ["2026-07-01..2026-07-03", "UTC", "2026-07-01T00:00:00.000Z", "2026-07-04T00:00:00.000Z"],
    ["2026-12", "UTC", "2026-12-01T00:00:00.000Z", "2027-01-01T00:00:00.000Z"],
    ["2026-07-01T10:30", "UTC", "2026-07-01T10:30:00.000Z", "2026-07-01T10:31:00.000Z"],
    ["<-1h", "UTC", null, "2026-11-21T11:00:00.000Z"],
    [">-7d", "UTC", "2026-11-14T12:00:00.000Z", null],
    [">-90m", "UTC", "2026-11-21T10:30:00.000Z", null],
    [">-2w", "UTC", "2026-11-07T12:00:00.000Z", null],
    [">=now", "UTC", "2026-11-21T12:00:00.000Z", null],
    // It is tomorrow there already.
    ["today", "Pacific/Kiritimati", "2026-11-21T10:00:00.000Z", "2026-11-22T10:00:00.000Z"],
    ["today", "Asia/Tokyo", "2026-11-20T15:00:00.000Z", "2026-11-21T15:00:00.000Z"],
    ["yesterday", "UTC", "2026-11-20T00:00:00.000Z", "2026-11-21T00:00:00.000Z"],
  ])("%s in %s", (text, timeZone, from, to) => {
    const read = readTest(text, readMoment);
    if (!read) throw new Error("It can be read");
    const stretch = stretchOf(read, { now, timeZone });
    expect([stretch.from?.toISOString() ?? null, stretch.to?.toISOString() ?? null]).toEqual([
      from,
      to,
    ]);
  });

  test.each<[string, string]>([
    ["2026-11-01", "2026-11-02T00:00:00.000Z"],
    ["2026-11-21", "2026-11-21T12:00:00.000Z"],
    ["2026-11-01T10:30", "2026-11-01T10:30:00.000Z"],
    ["-2d", "2026-11-19T12:00:00.000Z"],
    ["now", "2026-11-21T12:00:00.000Z"],
  ])("the moment %s", (text, instant) => {
    const moment = readMoment(text);
    if (!moment) throw new Error("It can be read");
    expect(instantAt(moment, { now, timeZone: "UTC" }).toISOString()).toBe(instant);
  });

  test.each<[string, boolean]>([
    [">-7d", false],
    ["now", false],
    ["today", true],
    ["2026-11-01..now", true],
    ["-7d..2026-11-20", true],
  ])("%s depends on days: %p", (text, expected) => {
    const read = readTest(text, readMoment);
    expect(read && asksForDays(read)).toBe(expected);
  });
});

describe("a year far away", () => {
  test.each(["0000-01-01", "0001-01-01", "0099-12", "1000-12-31", "9999-01-01", "9999-12"])(
    "%s is not a time",
    (text) => expect(readMoment(text)).toBeNull(),
  );

  test.each(["1001-01-01", "1001-01", "9998-12-31", "9998-12", "9998-12-31T23:59"])(
    "%s begins and ends in years with four digits",
    (text) => {
      for (const timeZone of ["Pacific/Kiritimati", "Pacific/Pago_Pago", "UTC"]) {
        const read = readTest(text, readMoment);
        if (!read) throw new Error("It can be read");
        const { from, to } = stretchOf(read, { now, timeZone });
        for (const end of [from, to]) expect(end?.toISOString()).toMatch(/^(100[01]|999[89])-/);
      }
    },
  );
});

describe("midnight", () => {
  test.each<[string, [number, number, number], string]>([
    ["Pacific/Apia", [2026, 1, 1], "2025-12-31T11:00:00.000Z"],
    // The clocks skip midnight there.
    ["America/Santiago", [2026, 9, 6], "2026-09-06T04:00:00.000Z"],
    // And repeat it there.
    ["America/Havana", [2026, 11, 1], "2026-11-01T04:00:00.000Z"],
  ])("in %s", (timeZone, [year, month, day], instant) => {
    expect(instantIn({ year, month, day }, timeZone).toISOString()).toBe(instant);
  });

  test("only exists in valid zones", () => {
    expect(isTimeZone("Europe/Berlin")).toBe(true);
    expect(isTimeZone("Europe/Atlantis")).toBe(false);
  });
});
