import { expect, test } from "bun:test";
import { sql } from "kysely";
import { presentTime } from "./iso-time.ts";
import {
  cutMarked,
  cutPage,
  decodeCursor,
  encodeCursor,
  type Order,
  readCursor,
} from "./keyset.ts";
import { searchedParts, searchedWords } from "./searched-words.ts";

const order: Order = {
  ...{ name: "created", descending: false },
  columns: [
    { sql: sql`x`, type: "smallint", most: 9 },
    { sql: sql`y`, type: "uuid" },
  ],
};
const id = "01a2069d-c342-726b-990b-8ba22f982d98";
const refused = expect.objectContaining({ code: "invalid_cursor" });

test("a page has a cursor only if there is more", () => {
  const found = [1, 2, 3].map((place) => ({ place, mark: [place, id] as const }));
  const page = (limit: number) => cutMarked(order, limit, found);
  expect(page(3)).toEqual({ rows: found, nextCursor: null });
  expect(page(4)).toEqual({ rows: found, nextCursor: null });
  expect(page(2)).toEqual({ rows: found.slice(0, 2), nextCursor: expect.any(String) });
  expect(readCursor(order, page(2).nextCursor ?? "")).toEqual(["2", id]);
  expect(cutMarked(order, 2, [])).toEqual({ rows: [], nextCursor: null });
  const byOwn = { ...order, mark: (row: { place: number }) => [row.place + 5, id] };
  expect(readCursor(order, cutPage(byOwn, 1, found).nextCursor ?? "")).toEqual(["6", id]);
});

test("a cursor is valid only for its own list and order", () => {
  const cursor = encodeCursor(["created", 9, id]);
  expect(readCursor(order, cursor)).toEqual(["9", id]);
  expect(() => readCursor({ ...order, name: "name" }, cursor)).toThrow(refused);
  expect(() => readCursor({ ...order, descending: true }, cursor)).toThrow(refused);
  const descending = encodeCursor(["-created", 9, id]);
  expect(readCursor({ ...order, descending: true }, descending)).toEqual(["9", id]);
  expect(() => readCursor(order, descending)).toThrow(refused);
  expect(() => readCursor(order, encodeCursor(["created", 10, id]))).toThrow(refused);
  for (const none of [`x${id}`, `${id}x`, id.slice(1), id.toUpperCase()]) {
    expect(() => readCursor(order, encodeCursor(["created", 9, none]))).toThrow(refused);
  }
});

test("an invalid cursor is refused", () => {
  const written = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  expect(decodeCursor(written(["a", 1, null]), 3)).toEqual(["a", 1, null]);
  for (const none of [
    ...["", "x", "!", written({ length: 3 }), written(null), written("abc")],
    ...[written(["a", 1]), written(["a", 1, null, 2])],
    ...[written(["a", 1, true]), written(["a", 1, []]), written(["a", 1, {}])],
  ]) {
    expect(() => decodeCursor(none, 3)).toThrow(refused);
  }
});

test("a time written by Postgres equals JavaScript's format", () => {
  expect(presentTime("2026-11-23T10:00:00.123456Z")).toBe("2026-11-23T10:00:00.123Z");
  expect(presentTime("2026-11-23T10:00:00.1")).toBe("2026-11-23T10:00:00.100Z");
  expect(presentTime("2026-11-23T10:00:00")).toBe("2026-11-23T10:00:00.000Z");
  expect(presentTime(null)).toBeNull();
});

test("a search uses at most eight words, each once", () => {
  expect(searchedWords(undefined)).toEqual([]);
  expect(searchedWords("  ")).toEqual([]);
  expect(searchedWords(" ana  ruiz\tana ")).toEqual(["ana", "ruiz"]);
  expect(searchedParts(" ana  ana ")).toEqual([{ words: ["ana"], digits: null, inCountry: [] }]);
  expect(searchedWords("a b c d e f g h i")).toEqual(["a", "b", "c", "d", "e", "f", "g", "h"]);
});

test.each<[string, [string, string | null][]]>([
  ["+351 21 555", [["+351 21 555", "35121555"]]],
  ["(0)21/555-01", [["(0)21/555-01", "2155501"]]],
  ["+49 (0) 30 1234", [["+49 (0) 30 1234", "49301234"]]],
  ["0151 23", [["0151 23", "15123"]]],
  ["0199", [["0199", "0199"]]],
  [
    "ana 5550 ruiz",
    [
      ["ana", null],
      ["5550", "5550"],
      ["ruiz", null],
    ],
  ],
  // Too few digits to search all numbers.
  [
    "1 23 ana",
    [
      ["1", null],
      ["23", null],
      ["ana", null],
    ],
  ],
  [
    "2026-b 55-5a1",
    [
      ["2026-b", null],
      ["55-5a1", null],
    ],
  ],
  [
    "+ -",
    [
      ["+", null],
      ["-", null],
    ],
  ],
])("in %j the parts of a possible phone number are combined", (search, parts) => {
  const told = searchedParts(search).map(({ words, digits }) => [words.join(" "), digits]);
  expect(told).toEqual(parts);
});

test.each<[string, string[]]>([
  ["+49 30 123456", ["030123456", "30123456"]],
  ["0049 (0)30/123456", ["030123456", "30123456"]],
  ["+1 212 555", ["0212555", "212555"]],
  ["+351 21 555", ["021555", "21555"]],
  // A number without a country code matches any; too few digits match too many numbers.
  ["030 123456", []],
  ["+49 301", []],
])("%j is searched among numbers without a country code as %j", (search, begins) => {
  expect(searchedParts(search).map(({ inCountry }) => inCountry)).toEqual([begins]);
});
