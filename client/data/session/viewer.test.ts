import { expect, test } from "bun:test";
import { seesEveryTicket } from "./viewer.ts";

test("only an agent of assigned companies sees less than every ticket", () => {
  expect(seesEveryTicket({ companyScope: null })).toBe(true);
  expect(seesEveryTicket({ companyScope: "all" })).toBe(true);
  expect(seesEveryTicket({ companyScope: "assigned" })).toBe(false);
});
