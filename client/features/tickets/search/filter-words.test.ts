import { expect, test } from "bun:test";
import { filterLabel, filtersOf, filterWords } from "./filter-words.ts";

const said = (query: string) =>
  filtersOf(query, "staff").map(({ term }) => `${filterLabel(term)}: ${filterWords(term)}`);

test.each([
  ["status:open,pending", "Status: Open, Pending"],
  ["-status:open", "Status is not: Open"],
  ["is:snoozed", "Is: snoozed"],
  ["-is:snoozed", "Not: snoozed"],
  ["-has:attachment", "Has no: attachment"],
  ["-waiting:us", "Not waiting for: us"],
])("%s reads %s", (query, words) => {
  expect(said(query)).toEqual([words]);
});
