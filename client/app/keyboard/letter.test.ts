import { expect, test } from "bun:test";
import { letterOf } from "./letter.ts";

const press = (key: string, code: string, shiftKey = false) => letterOf({ key, code, shiftKey });

test("a letter is what the keyboard writes, wherever it stands on it", () => {
  expect(press("j", "KeyJ")).toBe("j");
  expect(press("j", "KeyC")).toBe("j");
  expect(press("X", "KeyX", true)).toBe("X");
});

test("under another alphabet it is the one in that place", () => {
  expect(press("о", "KeyJ")).toBe("j");
  expect(press("Ч", "KeyX", true)).toBe("X");
  expect(press("κ", "KeyK")).toBe("k");
});

test("Caps Lock makes no other key of it", () => {
  expect(press("X", "KeyX")).toBe("x");
  expect(press("x", "KeyX", true)).toBe("X");
});

test("what is no letter of any alphabet's place is itself", () => {
  expect(press("é", "Digit2")).toBe("é");
  expect(press("ö", "Semicolon")).toBe("ö");
  expect(press("?", "Minus", true)).toBe("?");
  expect(press("Enter", "Enter", true)).toBe("Enter");
});
