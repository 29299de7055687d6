import { expect, test } from "bun:test";
import fc from "fast-check";
import { momentOf, wallTimeOf } from "./zoned-time.ts";

test.each([
  ["2026-11-23T09:00", "Europe/Berlin", "2026-11-23T08:00:00.000Z"],
  ["2026-07-01T09:00", "Europe/Berlin", "2026-07-01T07:00:00.000Z"],
  ["2026-11-23T09:00", "Asia/Kathmandu", "2026-11-23T03:15:00.000Z"],
  ["2026-11-23T00:30", "Pacific/Auckland", "2026-11-22T11:30:00.000Z"],
  // The clock jumps from 02:00 to 03:00: what it skips is the moment just after.
  ["2026-03-29T02:30", "Europe/Berlin", "2026-03-29T01:30:00.000Z"],
])("%s in %s", (wall, zone, moment) => {
  expect(new Date(momentOf(wall, zone) ?? 0).toISOString()).toBe(moment);
});

test("a clock that shows what a moment shows leads back to it, but where an hour comes twice", () => {
  const zones = ["UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata", "Pacific/Auckland"];
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 60 * 24 * 365 * 3 }),
      fc.constantFrom(...zones),
      (minutes, zone) => {
        const at = Date.UTC(2025, 0, 1) + minutes * 60_000;
        const back = momentOf(wallTimeOf(at, zone), zone) ?? 0;
        expect(wallTimeOf(back, zone)).toBe(wallTimeOf(at, zone));
        expect(Math.abs(back - at)).toBeOneOf([0, 3_600_000]);
      },
    ),
  );
});

test("what is no time is none", () => expect(momentOf("soon", "UTC")).toBeNull());
