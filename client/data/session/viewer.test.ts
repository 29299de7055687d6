import { expect, test } from "bun:test";
import { seesEveryTicket } from "./viewer.ts";

test("only agents with assigned companies see less than every ticket", () => {
  expect(seesEveryTicket({ companyScope: null })).toBe(true);
  expect(seesEveryTicket({ companyScope: "all" })).toBe(true);
  expect(seesEveryTicket({ companyScope: "assigned" })).toBe(false);
});
