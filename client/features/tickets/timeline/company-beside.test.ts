import { expect, test } from "bun:test";
import { companyBeside } from "./company-beside.ts";

const ticket = { company: { id: "globex", name: "Globex" }, requester: { id: "ben", name: "Ben" } };
const by = (id: string, mine = false) => ({ author: { id, name: id, isStaff: false }, mine });

test("the ticket's company stands beside whoever asks, and not beside who asked before it moved", () => {
  expect(companyBeside(by("ben"), ticket)).toBe("Globex");
  expect(companyBeside(by("ana"), ticket)).toBeNull();
  expect(companyBeside(by("ben", true), ticket)).toBeNull();
  expect(companyBeside(by("ben"), { ...ticket, company: null })).toBeNull();
});
