import { expect, test } from "bun:test";
import { auditAddress } from "./audit-address.ts";

const read = (search: string) => auditAddress.read(new URLSearchParams(search));

test("days of the address are those that the desk takes", () => {
  expect(read("from=2026-02-28&to=2026-03-01")).toMatchObject({
    ...{ from: "2026-02-28", to: "2026-03-01" },
  });
  for (const day of ["2026-02-31", "0202-01-01", "9999-01-01", "today", "20260228"]) {
    expect(read(`from=${day}&to=${day}`)).toMatchObject({ from: undefined, to: undefined });
  }
});
