import { expect, test } from "bun:test";
import { lookersWords } from "./lookers-words.ts";

const person = (name: string, typing = false) => ({ id: name, name, typing });

test("nobody, one, two and many", () => {
  const [samuel, lena, maya] = [person("Samuel"), person("Lena"), person("Maya")];
  expect(lookersWords([])).toBe("");
  expect(lookersWords([samuel])).toBe("Samuel is looking");
  expect(lookersWords([samuel, lena])).toBe("Samuel and Lena are looking");
  expect(lookersWords([samuel, lena, maya])).toBe("Samuel and 2 others are looking");
});

test("who types comes before those who look", () => {
  expect(lookersWords([person("Samuel"), person("Lena", true)])).toBe("Lena is typing");
});
