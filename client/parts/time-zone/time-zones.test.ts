import { expect, test } from "bun:test";
import { findTimeZones } from "./time-zones.ts";

test("finds a zone by any of its words", () => {
  expect(findTimeZones("buenos", null)).toEqual(["America/Argentina/Buenos_Aires"]);
  expect(findTimeZones("berlin europe", null)).toEqual(["Europe/Berlin"]);
  expect(findTimeZones("nowhere", null)).toEqual([]);
});

test("knows UTC, and the zone that is chosen, once each", () => {
  expect(findTimeZones("utc", null)).toContain("UTC");
  const all = findTimeZones("", "Asia/Katmandu");
  expect(all).toContain("Asia/Katmandu");
  expect(new Set(all).size).toBe(all.length);
});
