import { expect, test } from "bun:test";
import { hold } from "./held-keys.ts";

const isOfPage = (key: string) => "rne".includes(key);

function heldAfter(...pressed: string[]): string[] {
  const keys: string[] = [];
  for (const key of pressed) hold(key, keys, isOfPage);
  return keys;
}

test("a key of the page waits, and all that is typed after it", () => {
  expect(heldAfter("r", "Shift", "H", "e", "y", "Enter", "x")).toEqual([..."rHey", "Enter", "x"]);
  expect(heldAfter("j", "k", "/")).toEqual([]);
});

test("what is typed can be put right, and its first letter never becomes a command", () => {
  expect(heldAfter("r", "e", "Backspace", "Backspace", "Backspace", "a")).toEqual(["r", "a"]);
});

test("Escape drops all of it", () => {
  expect(heldAfter("r", "h", "Escape")).toEqual([]);
});
