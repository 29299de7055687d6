import { expect, test } from "bun:test";
import fc from "fast-check";
import { growth } from "../../../tests/support/growth.ts";
import { renderParsed } from "./markdown.ts";
import { plainHtml } from "./plain-html.ts";

const staff = { isStaff: true, mentions: ["Ana Maria"] };

const pieces = [
  ...["a", "Zebra", "über", "Ana Maria", "1", "12", "3.5", "été", "中文", "שלום", "e\u0301", "𝒳"],
  ...[" ", "  ", "\n", "\n\n", "\n\n\n", "\n ", " \n", "    ", "\t", "\r\n", "\u00a0"],
  ...[
    ".",
    ",",
    ";",
    ":",
    "?",
    "!",
    "'",
    '"',
    "(",
    ")",
    "/",
    "%",
    "€",
    "$",
    "+",
    "=",
    "-",
    "–",
    "…",
  ],
  ...["1. ", "1) ", "- ", "+ ", "* ", "---", "===", "# ", "#12", "> ", "| a |", "~~", "__", "**"],
  ...["http://a.test", "www.a.test", "ftp://x", "a@b.test", "@Ana Maria", "&amp;", "<b>", "`", "["],
];
const text = fc.array(fc.constantFrom(...pieces), { maxLength: 14 }).map((all) => all.join(""));

test("what is taken as plain comes out as the parser would have written it", () => {
  let taken = 0;
  fc.assert(
    fc.property(text, (given) => {
      const html = plainHtml(given);
      if (html === null) return;
      taken += 1;
      expect(html).toBe(renderParsed(given, staff));
    }),
    { numRuns: 20_000 },
  );
  expect(taken).toBeGreaterThan(200);
});

test("what people write in sentences is taken", () => {
  const letter =
    "Hello,\n\nour printer (2nd floor) prints “blank” labels.\nIs it broken?\n\nBest — Ana";
  expect(plainHtml(letter)).toBe(
    "<p>Hello,</p>\n<p>our printer (2nd floor) prints “blank” labels.<br />Is it broken?</p>\n<p>Best — Ana</p>",
  );
});

test.each([
  "",
  "See #1042.",
  "@Ana Maria",
  "a <b>",
  "1. one",
  "go to www.a.test",
  "a  \nb",
  "a\n---",
])("%j is left to the parser", (given) => {
  expect(plainHtml(given)).toBeNull();
});

test.each([
  ["words", (times: number) => "a ".repeat(times)],
  ["blanks", (times: number) => `a${" ".repeat(2 * times - 1)}`],
  ["line ends", (times: number) => "\n".repeat(2 * times)],
  ["lines", (times: number) => "a\n".repeat(times)],
])("of %s without end each is held against each other at most", (_, hostile) => {
  expect(growth((times) => plainHtml(hostile(times)), 499)).toBeLessThan(6);
});
