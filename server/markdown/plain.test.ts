import { expect, test } from "bun:test";
import fc from "fast-check";
import { plainHtml } from "./plain.ts";
import { renderParsed } from "./render.ts";

const names = ["Ana Maria"];

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

test("plain text is rendered as the parser would render it", () => {
  let taken = 0;
  fc.assert(
    fc.property(text, (given) => {
      const html = plainHtml(given);
      if (html === null) return;
      taken += 1;
      expect(html).toBe(renderParsed(given, names));
    }),
    { numRuns: 20_000 },
  );
  expect(taken).toBeGreaterThan(200);
});

test("ordinary sentences count as plain", () => {
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

// With exponential or quadratic time this would never end.
test("a hostile text is checked quickly", () => {
  for (const hostile of [
    "a ".repeat(999),
    `a${" ".repeat(1998)}`,
    "\n".repeat(2000),
    "a\n".repeat(999),
  ]) {
    for (let times = 0; times < 100; times += 1) plainHtml(hostile);
  }
});
