import { expect, test } from "bun:test";
import { pagesUpTo, withBelow } from "./rows-below.ts";

const rows = (ids: string) => [...ids].map((id) => ({ id }));
const shown = (loaded: string, after: number, below: string) =>
  withBelow(rows(loaded), { after, rows: rows(below) })
    .map(({ id }) => id)
    .join("");

test("what was loaded further down stays below what has come anew", () => {
  expect(shown("abc", 3, "defgh")).toBe("abcdefgh");
  expect(shown("cab", 3, "defgh")).toBe("cabdefgh");
});

test("a row stands once: where it came anew, it is the new one", () => {
  expect(shown("fab", 3, "defgh")).toBe("fabdegh");
});

test("each page that comes takes the place of as many rows", () => {
  expect(shown("abcxyz", 3, "defgh")).toBe("abcxyzgh");
  expect(shown("abcdefgh", 3, "defgh")).toBe("abcdefgh");
});

test("a list that became shorter loses nothing of what was below", () => {
  expect(shown("ab", 3, "defgh")).toBe("abdefgh");
});

test("the pages in sight are those to the last row that is seen, and some rows ahead", () => {
  const sizes = [50, 50, 50, 20];
  expect(pagesUpTo(sizes, 0)).toBe(1);
  expect(pagesUpTo(sizes, 34)).toBe(1);
  expect(pagesUpTo(sizes, 35)).toBe(2);
  expect(pagesUpTo(sizes, 120)).toBe(3);
  expect(pagesUpTo(sizes, 169)).toBe(4);
  expect(pagesUpTo([], 0)).toBe(0);
});
