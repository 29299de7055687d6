import { expect, test } from "bun:test";
import { presenceWords } from "./Presence.tsx";

const person = (name: string, typing = false) => ({ id: name, name, typing });

test("presence names up to two people and counts the others", () => {
  const [samuel, lena, maya] = [person("Samuel"), person("Lena"), person("Maya")];
  expect(presenceWords([])).toBe("");
  expect(presenceWords([samuel])).toBe("Samuel is viewing");
  expect(presenceWords([samuel, lena])).toBe("Samuel and Lena are viewing");
  expect(presenceWords([samuel, lena, maya])).toBe("Samuel and 2 others are viewing");
});

test("people who are typing come before those who view", () => {
  expect(presenceWords([person("Samuel"), person("Lena", true)])).toBe("Lena is typing");
});
