import { expect, test } from "bun:test";
import { queryOfView, viewsIn } from "./views.ts";
import { asWords, hasWords } from "./words.ts";

test("a text as words names no operator, shuts nothing out, and is no longer than twenty", () => {
  expect(asWords('  status:open --x "a  b" ')).toBe("status open x a b");
  expect(asWords(' - "": ')).toBeUndefined();
  expect(asWords("a ".repeat(21))).toBe("a ".repeat(20).trim());
});

test.each([
  ["printer", true],
  ['status:open "a b"', true],
  ["-printer", false],
  ["status:open", false],
  ["#12", false],
  ['" "', false],
])("whether %j looks for words: %p", (text, has) => {
  expect(Boolean(hasWords(text))).toBe(has);
});

test("a Customer has views of their own, and of those of staff alone none", () => {
  expect(viewsIn("staff")).toContain("unassigned");
  expect(viewsIn("customer")).not.toContain("unassigned");
  expect(queryOfView("unassigned", "staff")).toBe("is:unassigned is:open -is:snoozed");
  expect(queryOfView("unassigned", "customer")).toBeUndefined();
  expect(queryOfView("recently-resolved", "customer")).toBe("status:resolved,closed");
});
