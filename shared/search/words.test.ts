import { expect, test } from "bun:test";
import type { Language } from "./operators.ts";
import { queryOfView, viewsIn } from "./views.ts";
import { asksForSnoozed, asWords, hasWords, withPrefix } from "./words.ts";

test("the words of a text exclude operators and negation, up to twenty", () => {
  expect(asWords('  status:open --x "a  b" ')).toBe("status open x a b");
  expect(asWords(' - "": ')).toBeUndefined();
  expect(asWords("a ".repeat(21))).toBe("a ".repeat(20).trim());
});

test.each([
  ["printer", true, true],
  ['status:open "a b"', true, true],
  ["-printer", false, false],
  ["status:open", false, false],
  ["#12", false, false],
  ['"#12"', true, true],
  ['" "', false, false],
  // With a colon, but without an operator of this reader.
  ["https://acme.test/login", true, true],
  ["Error:404 is:open", true, true],
  ["-https://acme.test/login", false, false],
  ["priority:high", false, true],
])("whether %j has words: %p, for a Customer %p", (text, ofStaff, ofCustomer) => {
  expect([hasWords(text, "staff"), hasWords(text, "customer")]).toEqual([ofStaff, ofCustomer]);
});

test.each([
  ["is:snoozed", true],
  // Phones capitalise the first letter.
  ["Is:snoozed", true],
  ["is:Snoozed", true],
  ["printer is:snoozed tag:a", true],
  ["-is:snoozed", false],
  ["is:snoozed,unread", false],
  ["is:unread", false],
  ["snoozed", false],
])("whether %j only searches snoozed tickets: %p", (text, asks) => {
  expect(asksForSnoozed(text)).toBe(asks);
});

test("the built-in views are these queries; Customers lack those of staff", () => {
  const queries = (language: Language) =>
    viewsIn(language).map((view) => [view, queryOfView(view, language)]);
  expect(queries("staff")).toEqual([
    ["my-open", "assignee:me is:open -is:snoozed"],
    ["unassigned", "is:unassigned is:open -is:snoozed"],
    ["all-open", "is:open -is:snoozed"],
    ["pending", "status:pending -is:snoozed"],
    ["on-hold", "status:on-hold -is:snoozed"],
    ["snoozed", "is:snoozed"],
    ["recently-resolved", "status:resolved,closed resolved:>-7d"],
    ["all", ""],
    ["spam", "is:spam"],
  ]);
  expect(queries("customer")).toEqual([
    ["all-open", "is:open"],
    ["pending", "status:pending requester:me"],
    ["recently-resolved", "status:resolved,closed"],
    ["all", ""],
  ]);
  expect(queryOfView("unassigned", "customer")).toBeUndefined();
});

test.each([
  ["harb", "harb*"],
  ["status:open Ana Ferr", "status:open Ana Ferr*"],
  ["Łód", "Łód*"],
  ["ha", "ha"],
  ["harbour ", "harbour "],
  ["-harb", "-harb"],
  ['"harb', '"harb'],
  ["tag:harb", "tag:harb"],
  ["#1042", "#1042"],
  ["2026", "2026"],
  ["harb*", "harb*"],
  ["", ""],
])("while %j is typed, %j is searched", (typed, searched) => {
  expect(withPrefix(typed)).toBe(searched);
});
