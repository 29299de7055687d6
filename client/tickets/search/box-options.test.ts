import { expect, test } from "bun:test";
import { optionsOf } from "./box-options.ts";

test("what a word leads to is counted in words", () => {
  const option = { label: "printer", text: "printer", says: "", isWhole: true };
  const counts = [1, 2, 1200, null].map((count) => ({ ...option, count }));
  const typed = { span: { start: 0, end: 4 }, options: counts, asks: null };
  expect(optionsOf("prin", typed).map(({ count }) => count)).toEqual([
    ...["1 ticket", "2 tickets", "1,200 tickets", null],
  ]);
});
