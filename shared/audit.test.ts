import { expect, test } from "bun:test";
import { actionWords, actionWordsHere, auditActs, describeFields, fieldWords } from "./audit.ts";

test("an action is described in the past tense, and an unknown one by its name", () => {
  expect(actionWords("user.updated")).toBe("changed a user");
  // Also the first one of an imported user.
  expect(actionWords("user.invited")).toBe("sent an invitation");
  expect(actionWords("robot.taught-manners")).toBe("robot taught manners");
});

test("on the user's own page it refers to this user", () => {
  expect(actionWordsHere("user.created")).toBe("created this user");
  expect(actionWordsHere("company.archived")).toBe("archived this company");
  expect(actionWordsHere("session.signed-in")).toBe(auditActs["session.signed-in"]);
});

test.each([
  ["company_scope", "company scope"],
  ["firstName", "first name"],
  ["phone", "phone"],
])("the field %s is shown as %s", (field, words) => {
  expect(fieldWords(field)).toBe(words);
  expect(fieldWords(words)).toBe(words);
});

test("fields are shown for changes only", () => {
  expect(describeFields("user.updated", ["role", "companyScope"])).toBe("role, company scope");
  expect(describeFields("user.created", ["role"])).toBe("");
});
