import { expect, test } from "bun:test";
import { auditAddress, isBackwards } from "./audit-address.ts";

const read = (search: string) => auditAddress.read(new URLSearchParams(search));

test("days in the address are those the server accepts", () => {
  expect(read("from=2026-02-28&to=2026-03-01")).toMatchObject({
    ...{ from: "2026-02-28", to: "2026-03-01" },
  });
  for (const day of ["2026-02-31", "0202-01-01", "9999-01-01", "today", "20260228"]) {
    expect(read(`from=${day}&to=${day}`)).toMatchObject({ from: undefined, to: undefined });
  }
});

test("a reversed period is recognised", () => {
  const days = (from?: string, to?: string) => isBackwards({ from, to });
  expect(days("2026-03-01", "2026-02-28")).toBe(true);
  expect(days("2026-03-01", "2026-03-01")).toBe(false);
  expect(days("2026-02-28", "2026-03-01")).toBe(false);
  expect([days("2026-03-01"), days(undefined, "2026-03-01"), days()]).toEqual([
    false,
    false,
    false,
  ]);
});
