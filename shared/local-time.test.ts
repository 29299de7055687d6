import { expect, test } from "bun:test";
import fc from "fast-check";
import { fromWallTime, instantIn, isTimeZone, offsetAt, toWallTime } from "./local-time.ts";
import { listTicketsInput } from "./schemas/tickets.ts";
import { updateProfileInput } from "./schemas/users.ts";

test("a time zone has a name, since Postgres inverts bare offsets", () => {
  for (const offset of ["+01:00", "-08", "+0530"]) {
    expect([offset, isTimeZone(offset)]).toEqual([offset, false]);
    expect(listTicketsInput.safeParse({ timeZone: offset }).success).toBe(false);
    expect(updateProfileInput.safeParse({ timeZone: offset }).success).toBe(false);
  }
  expect(isTimeZone("Etc/GMT+5")).toBe(true);
  expect(isTimeZone("Nowhere/Land")).toBe(false);
});

test("a time zone is stored in its own spelling, whatever case was typed", () => {
  const stored = (timeZone: string) => updateProfileInput.parse({ timeZone }).timeZone;
  expect(["europe/berlin", "AMERICA/ARGENTINA/BUENOS_AIRES", "cet"].map(stored)).toEqual([
    ...["Europe/Berlin", "America/Argentina/Buenos_Aires", "CET"],
  ]);
  // Both names of a zone are kept.
  for (const name of ["Asia/Calcutta", "Asia/Kolkata", "Etc/UTC"]) expect(stored(name)).toBe(name);
});

test("an instant is the first time that the zone's clocks show a time, or would have without a skip", () => {
  const at = (month: number, day: number, hour: number, minute = 0, zone = "Europe/Lisbon") =>
    instantIn({ year: 2026, month, day, hour, minute }, zone).toISOString();
  expect(at(1, 31, 9, 30)).toBe("2026-01-31T09:30:00.000Z");
  expect(at(7, 1, 9)).toBe("2026-07-01T08:00:00.000Z");
  expect(at(7, 1, 9, 0, "Asia/Kathmandu")).toBe("2026-07-01T03:15:00.000Z");
  // On 25 October 01:30 comes twice; on 29 March it does not come.
  expect(at(10, 25, 1, 30)).toBe("2026-10-25T00:30:00.000Z");
  expect(at(3, 29, 1, 30)).toBe("2026-03-29T01:30:00.000Z");
  expect(at(3, 29, 2)).toBe("2026-03-29T01:00:00.000Z");
  expect(at(2, 29, 0)).toBe("2026-03-01T00:00:00.000Z");
  expect(instantIn({ year: 2026, month: 11, day: 1 }, "UTC").toISOString()).toBe(
    "2026-11-01T00:00:00.000Z",
  );
  expect(offsetAt(Date.parse("2026-01-01T00:00:00.999Z"), "America/New_York")).toBe(-5 * 3_600_000);
});

test("the cache of time zones does not grow with the ways to spell them", () => {
  const DateTimeFormat = Intl.DateTimeFormat;
  let made = 0;
  class Counted extends DateTimeFormat {
    constructor(...given: ConstructorParameters<typeof DateTimeFormat>) {
      super(...given);
      made += 1;
    }
  }
  const madeFor = (timeZone: string) => {
    const before = made;
    offsetAt(0, timeZone);
    return made - before;
  };
  Object.assign(Intl, { DateTimeFormat: Counted });
  try {
    madeFor("Asia/Tokyo");
    expect(madeFor("Asia/Tokyo")).toBe(0);
    const spelled = (way: number) =>
      Array.from("asia/tokyo", (letter, at) => ((way >> at) & 1 ? letter.toUpperCase() : letter));
    for (let way = 0; way < 1024; way += 1) madeFor(spelled(way).join(""));
    expect(madeFor("Asia/Tokyo")).toBe(1);
  } finally {
    Object.assign(Intl, { DateTimeFormat });
  }
});

test.each([
  ["2026-11-23T09:00", "Europe/Berlin", "2026-11-23T08:00:00.000Z"],
  ["2026-07-01T09:00", "Europe/Berlin", "2026-07-01T07:00:00.000Z"],
  ["2026-11-23T09:00", "Asia/Kathmandu", "2026-11-23T03:15:00.000Z"],
  ["2026-11-23T00:30", "Pacific/Auckland", "2026-11-22T11:30:00.000Z"],
  // The clock jumps from 02:00 to 03:00, so it never shows 02:30.
  ["2026-03-29T02:30", "Europe/Berlin", "2026-03-29T01:30:00.000Z"],
  // The clock shows 02:30 twice: the first one counts, for snoozing as for searching.
  ["2026-10-25T02:30", "Europe/Berlin", "2026-10-25T00:30:00.000Z"],
])("%s in %s", (wall, zone, expected) => {
  expect(new Date(fromWallTime(wall, zone) ?? 0).toISOString()).toBe(expected);
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = wall.split(/[-T:]/).map(Number);
  expect(instantIn({ year, month, day, hour, minute }, zone).toISOString()).toBe(expected);
});

test("the wall time of an instant leads back to it, except where an hour comes twice", () => {
  const zones = ["UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata", "Pacific/Auckland"];
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 60 * 24 * 365 * 3 }),
      fc.constantFrom(...zones),
      (minutes, zone) => {
        const at = Date.UTC(2025, 0, 1) + minutes * 60_000;
        const back = fromWallTime(toWallTime(at, zone), zone) ?? 0;
        expect(toWallTime(back, zone)).toBe(toWallTime(at, zone));
        expect(Math.abs(back - at)).toBeOneOf([0, 3_600_000]);
      },
    ),
  );
});

test("text that is not a time has no instant", () => {
  for (const wall of ["", "soon", "2026-13-01T09:00", "2026-11-23", "2026-11-23T25:00"])
    expect(fromWallTime(wall, "UTC")).toBeNull();
});
