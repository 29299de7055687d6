import { expect, test } from "bun:test";
import { assignedCompanies, fullName } from "./users.ts";

test("assigned companies are a list of name and domain, the domain set to the name", () => {
  const companies = [{ name: "Harbour Logistics" }, { name: "Bluefin Foods" }];
  expect(assignedCompanies({ companies })).toEqual([
    { name: "Harbour Logistics", domain: "Harbour Logistics" },
    { name: "Bluefin Foods", domain: "Bluefin Foods" },
  ]);
});

test("the full name is the first name plus the last name", () => {
  expect(fullName({ firstName: "Ada", lastName: "Berg" })).toBe("Ada Berg");
  expect(fullName({ firstName: "Ada", lastName: "" })).toBe("Ada");
});
