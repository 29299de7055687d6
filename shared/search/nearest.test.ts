import { expect, test } from "bun:test";
import { letterChanges, nearest } from "./nearest.ts";

test.each<[string, string, number]>([
  ["open", "open", 0],
  ["opne", "open", 1],
  ["ope", "open", 1],
  ["oopen", "open", 1],
  ["oxen", "open", 1],
  ["", "open", 4],
  // A swap exchanges neighbours and nothing else.
  ["ax", "ba", 2],
  ["xa", "ab", 2],
  ["abc", "cba", 2],
])("from %p to %p there are %p changes", (one, other, changes) => {
  expect(letterChanges(one, other)).toBe(changes);
});

test.each<[string, string[], string | undefined]>([
  ["OPEN", ["open"], "open"],
  // One typing mistake in a short word, two in a longer one.
  ["opxn", ["open"], "open"],
  ["opxx", ["open"], undefined],
  ["oqenn", ["open"], "open"],
  ["xqenn", ["open"], undefined],
  ["closes", ["clothes", "closed", "cloves"], "closed"],
  ["closes", ["closed", "clothes"], "closed"],
])("%p means, of %p, %p", (said, known, meant) => {
  expect(nearest(said, known)).toBe(meant);
});
