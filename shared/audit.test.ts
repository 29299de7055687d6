import { expect, test } from "bun:test";
import { actionWords, actionWordsHere, auditActs, describeFields, fieldWords } from "./audit.ts";

test("an act is said in the past, and what a later release wrote by its name", () => {
  expect(actionWords("user.updated")).toBe("changed a user");
  // The first one of somebody who was imported too.
  expect(actionWords("user.invited")).toBe("sent an invitation");
  expect(actionWords("robot.taught-manners")).toBe("robot taught manners");
});

test("on somebody's own page it was done to this one", () => {
  expect(actionWordsHere("user.created")).toBe("created this user");
  expect(actionWordsHere("company.archived")).toBe("archived this company");
  expect(actionWordsHere("session.signed-in")).toBe(auditActs["session.signed-in"]);
});

test.each([
  ["company_scope", "company scope"],
  ["firstName", "first name"],
  ["phone", "phone"],
])("the field %s is said as %s", (field, words) => {
  expect(fieldWords(field)).toBe(words);
  expect(fieldWords(words)).toBe(words);
});

test("fields are said of a change alone", () => {
  expect(describeFields("user.updated", ["role", "companyScope"])).toBe("role, company scope");
  expect(describeFields("user.created", ["role"])).toBe("");
});
