import { expect, test } from "bun:test";
import { presenceWords } from "./Presence.tsx";

const person = (name: string, typing = false) => ({ id: name, name, typing });

test("nobody, one, two and many", () => {
  const [samuel, lena, maya] = [person("Samuel"), person("Lena"), person("Maya")];
  expect(presenceWords([])).toBe("");
  expect(presenceWords([samuel])).toBe("Samuel is looking");
  expect(presenceWords([samuel, lena])).toBe("Samuel and Lena are looking");
  expect(presenceWords([samuel, lena, maya])).toBe("Samuel and 2 others are looking");
});

test("who types comes before those who look", () => {
  expect(presenceWords([person("Samuel"), person("Lena", true)])).toBe("Lena is typing");
});
