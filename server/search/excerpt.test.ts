import { expect, test } from "bun:test";
import { excerptOf } from "./excerpt.ts";

test.each([
  ["plain words", "plain words"],
  ["two\n\nparagraphs  and   spaces", "two paragraphs and spaces"],
  ["**Bold**, *leaning*, __strong__, ~~gone~~ and `code`", "Bold, leaning, strong, gone and code"],
  ["# Title\n> quoted\n- one\n- [x] two\n3. three", "Title quoted one two three"],
  ["see [the page](https://desk.test/a_b_c) or ![a photo](x.png)", "see the page or a photo"],
  ["a link that was [cut off](https://desk.te", "a link that was cut off"],
  ["```ts\nconst a = 1;\n```\nthen", "const a = 1; then"],
  ["above\n\n---\n\nbelow", "above below"],
  ["snake_case_name and 2 * 3 * 4", "snake_case_name and 2 * 3 * 4"],
  ["\\*not bold\\*", "*not bold*"],
  ["", ""],
])("%j reads %j", (markdown, words) => {
  expect(excerptOf(markdown, 140)).toBe(words);
});

test("a long text is cut between words, never inside a character", () => {
  const cut = excerptOf("word ".repeat(100), 140);
  expect(cut).toBe(`${"word ".repeat(28).trim()}…`);
  expect(excerptOf("🙂".repeat(100), 141).isWellFormed()).toBe(true);
  expect(excerptOf("x".repeat(300), 140)).toHaveLength(141);
  const begin = "x".repeat(20);
  expect(excerptOf(`${begin} ${"y".repeat(200)}`, 140)).toBe(`${begin}…`);
});

test("a short text is complete, whatever is between its words", () => {
  const fits = `${"word ".repeat(28).trim()}s`;
  expect(fits).toHaveLength(140);
  expect(excerptOf(fits, 140)).toBe(fits);
  expect(excerptOf(`a${" ".repeat(400)}b`, 140)).toBe("a b");
  const long = "x".repeat(140);
  expect(excerptOf(`${long}${" ".repeat(200)}y`, 140)).toBe(`${long}…`);
});

// With a quadratic search this would never end.
test("a text of marks only is handled quickly", () => {
  for (const mark of ["*", "_", "`", "[", "> ", "- ", "![", "**a"])
    excerptOf(mark.repeat(4000), 140);
});
