import { expect, test } from "bun:test";
import { findTimeZones, listTimeZones, offsetName, zoneName } from "./time-zones.ts";

const winter = Date.parse("2026-01-15T12:00:00Z");
const summer = Date.parse("2026-07-15T12:00:00Z");
const found = (text: string, chosen: string | null = null, now = winter) =>
  findTimeZones(text, listTimeZones(chosen, now)).map(({ name }) => name);

test("finds a zone by any of its words", () => {
  expect(found("buenos")).toEqual(["America/Argentina/Buenos Aires"]);
  expect(found("berlin europe")).toEqual(["Europe/Berlin"]);
  expect(found("São Paulo")).toEqual(["America/Sao Paulo"]);
  expect(found("nowhere")).toEqual([]);
});

test("a city is found by its current and former name, and shown by the current one", () => {
  // In browsers that list former names, and in others.
  for (const chosen of ["Asia/Calcutta", "Asia/Kolkata"]) {
    expect(found("kolkata", chosen)).toEqual(["Asia/Kolkata"]);
    expect(listTimeZones(chosen, winter).map(({ id }) => id)).toContain(chosen);
  }
  expect(found("calcutta", "Asia/Calcutta")).toEqual(["Asia/Kolkata"]);
  expect(zoneName("Europe/Kiev")).toBe("Europe/Kyiv");
});

test("zones are found by their current offset from UTC, however it is written", () => {
  for (const text of ["utc+5:45", "UTC +05:45", "gmt+5:45", "+5:45"]) {
    expect(found(text)).toEqual(["Asia/Kathmandu"]);
  }
  for (const text of ["utc-3:30", "UTC−3:30"]) expect(found(text)).toEqual(["America/St Johns"]);
  expect(found("utc+2")).not.toContain("Europe/Berlin");
  expect(found("utc+2", null, summer)).toContain("Europe/Berlin");
  expect(found("europe -0")).toContain("Europe/London");
});

test("the offset is shown", () => {
  expect([0, 60, 345, -210, -600].map(offsetName)).toEqual([
    "UTC",
    "UTC+1",
    "UTC+5:45",
    "UTC−3:30",
    "UTC−10",
  ]);
});

test("UTC and the chosen zone are listed once; zones with inverted signs only if chosen", () => {
  expect(found("utc")).toEqual(["UTC"]);
  expect(found("gmt")).toEqual(["UTC"]);
  const all = listTimeZones("Asia/Katmandu", winter);
  expect(all.map(({ id }) => id)).toContain("Asia/Katmandu");
  expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
  expect(found("etc")).toEqual([]);
  expect(found("etc", "Etc/GMT+5")).toEqual(["Etc/GMT+5"]);
});
