import { expect, test } from "bun:test";
import { letterOf } from "./letter.ts";

const press = (key: string, code: string, shiftKey = false) => letterOf({ key, code, shiftKey });

test("a letter is the one the layout types, wherever its key is", () => {
  expect(press("j", "KeyJ")).toBe("j");
  expect(press("j", "KeyC")).toBe("j");
  expect(press("X", "KeyX", true)).toBe("X");
});

test("on a layout of another alphabet it is the Latin letter at that position", () => {
  expect(press("о", "KeyJ")).toBe("j");
  expect(press("Ч", "KeyX", true)).toBe("X");
  expect(press("κ", "KeyK")).toBe("k");
});

test("Caps Lock does not change the key", () => {
  expect(press("X", "KeyX")).toBe("x");
  expect(press("x", "KeyX", true)).toBe("X");
});

test("a key that is not a letter is returned unchanged", () => {
  expect(press("é", "Digit2")).toBe("é");
  expect(press("ö", "Semicolon")).toBe("ö");
  expect(press("?", "Minus", true)).toBe("?");
  expect(press("Enter", "Enter", true)).toBe("Enter");
});
