import { expect, test } from "bun:test";
import { shownHours } from "./hours.ts";

const hoursOf = (day: string, timeZone: string) => shownHours({ from: day, to: day }, timeZone);
const told = (day: string, timeZone: string) =>
  hoursOf(day, timeZone).map(
    ({ from, hour }) => `${from.toISOString().slice(11).replace(":00.000Z", "")} ${hour}`,
  );

test("a day has its hours, from Monday on", () => {
  const hours = shownHours({ from: "2026-11-22", to: "2026-11-23" }, "America/New_York");
  expect(hours).toHaveLength(48);
  expect(hours[0]).toEqual({ from: new Date("2026-11-22T05:00:00Z"), weekday: 6, hour: 0 });
  expect(hours[24]).toEqual({ from: new Date("2026-11-23T05:00:00Z"), weekday: 0, hour: 0 });
  expect(hours.at(-1)).toEqual({ from: new Date("2026-11-24T04:00:00Z"), weekday: 0, hour: 23 });
});

test("an hour is missing where clocks go forward, and occurs twice where they go back", () => {
  const spring = told("2026-03-29", "Europe/Berlin");
  expect(spring.slice(0, 4)).toEqual(["23:00 0", "00:00 1", "01:00 3", "02:00 4"]);
  expect(spring).toHaveLength(23);
  const autumn = told("2026-10-25", "Europe/Berlin");
  expect(autumn.slice(1, 5)).toEqual(["23:00 1", "00:00 2", "01:00 2", "02:00 3"]);
  expect(autumn).toHaveLength(25);
  const early = told("2026-10-25", "Atlantic/Azores");
  expect(early.slice(0, 3)).toEqual(["00:00 0", "01:00 0", "02:00 1"]);
});

test("an hour in which the clocks change is split into parts", () => {
  // By half an hour, at two.
  const autumn = told("2026-04-05", "Australia/Lord_Howe");
  expect(autumn.slice(1, 5)).toEqual(["14:00 1", "15:00 1", "15:30 2", "16:30 3"]);
  const spring = told("2026-10-04", "Australia/Lord_Howe");
  expect(spring.slice(1, 4)).toEqual(["14:30 1", "15:30 2", "16:00 3"]);
});

test("hours begin when the clocks show them, also at odd offsets and before 1970", () => {
  expect(told("2026-11-23", "Asia/Kathmandu").slice(0, 2)).toEqual(["18:15 0", "19:15 1"]);
  const [first, second] = hoursOf("1960-01-04", "Asia/Kolkata");
  expect(first).toEqual({ from: new Date("1960-01-03T18:30:00Z"), weekday: 0, hour: 0 });
  expect(second).toEqual({ from: new Date("1960-01-03T19:30:00Z"), weekday: 0, hour: 1 });
});
