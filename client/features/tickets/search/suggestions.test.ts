import { expect, test } from "bun:test";
import { parseQuery } from "../../../../shared/search/query.ts";
import { onlyCompletion, optionsOf, pastBlank, typedAt } from "./suggestions.ts";

test("a suggestion shows its number of results in words", () => {
  const option = { label: "printer", text: "printer", says: "", isWhole: true };
  const counts = [1, 2, 1200, null].map((count) => ({ ...option, count }));
  const typed = { span: { start: 0, end: 4 }, options: counts, asks: null };
  expect(optionsOf("prin", typed).map(({ count }) => count)).toEqual([
    ...["1 ticket", "2 tickets", "1,200 tickets", null],
  ]);
});

test("Enter completes an invalid word that has only one completion", () => {
  const taken = (text: string, caret = text.length) => {
    const options = optionsOf(text, typedAt(text, caret, "staff"));
    const { problems } = parseQuery(text, "staff");
    return onlyCompletion(options, problems, caret)?.result.text.trim();
  };
  expect(taken("printer status:cl")).toBe("printer status:closed");
  expect(taken("status:o")).toBeUndefined();
  expect(taken("status:closed")).toBeUndefined();
  expect(taken("print")).toBeUndefined();
  expect(taken("status:cl printer")).toBeUndefined();
});

test("a space typed behind a suggestion moves past the one it added", () => {
  expect(pastBlank({ text: "status:open ", at: 12 })).toBe(12);
  expect(pastBlank({ text: "status:open printer", at: 11 })).toBe(12);
  expect(pastBlank({ text: "status:", at: 7 })).toBeNull();
  expect(pastBlank({ text: "company:acme,norrland", at: 12 })).toBeNull();
});
