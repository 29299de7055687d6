import { expect, test } from "bun:test";
import { pagesUpTo, withBelow } from "./rows-below.ts";

const rows = (ids: string) => [...ids].map((id) => ({ id }));
const shown = (loaded: string, after: number, below: string) =>
  withBelow(rows(loaded), { after, rows: rows(below) })
    .map(({ id }) => id)
    .join("");

test("rows loaded further down stay below the refetched ones", () => {
  expect(shown("abc", 3, "defgh")).toBe("abcdefgh");
  expect(shown("cab", 3, "defgh")).toBe("cabdefgh");
});

test("a row appears once, in its refetched version", () => {
  expect(shown("fab", 3, "defgh")).toBe("fabdegh");
});

test("each refetched page replaces as many rows", () => {
  expect(shown("abcxyz", 3, "defgh")).toBe("abcxyzgh");
  expect(shown("abcdefgh", 3, "defgh")).toBe("abcdefgh");
});

test("a list that became shorter keeps the rows below", () => {
  expect(shown("ab", 3, "defgh")).toBe("abdefgh");
});

test("the visible pages end with the last visible row and some rows ahead", () => {
  const sizes = [50, 50, 50, 20];
  expect(pagesUpTo(sizes, 0)).toBe(1);
  expect(pagesUpTo(sizes, 34)).toBe(1);
  expect(pagesUpTo(sizes, 35)).toBe(2);
  expect(pagesUpTo(sizes, 120)).toBe(3);
  expect(pagesUpTo(sizes, 169)).toBe(4);
  expect(pagesUpTo([], 0)).toBe(0);
});
