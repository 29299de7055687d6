import { expect, test } from "bun:test";
import { hold } from "./held-keys.ts";

const isOfPage = (key: string) => "rne".includes(key);

function heldAfter(...pressed: string[]): string[] {
  const keys: string[] = [];
  for (const key of pressed) hold(key, keys, isOfPage);
  return keys;
}

test("a page's shortcut waits until the page has loaded, with all keys typed after it", () => {
  expect(heldAfter("r", "Shift", "H", "e", "y", "Enter", "x")).toEqual([..."rHey", "Enter", "x"]);
  expect(heldAfter("j", "k", "/")).toEqual([]);
});

test("held text can be corrected, and its first letter never runs as a shortcut", () => {
  expect(heldAfter("r", "e", "Backspace", "Backspace", "Backspace", "a")).toEqual(["r", "a"]);
});

test("Escape discards all held keys", () => {
  expect(heldAfter("r", "h", "Escape")).toEqual([]);
});
