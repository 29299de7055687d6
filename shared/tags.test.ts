import { expect, test } from "bun:test";
import { normalizeTag } from "./tags.ts";

test("a tag is one word, in any case and with any form of accents", () => {
  for (const typed of ["Été", "E\u0301te\u0301", " été ", "e\u0301TÉ"]) {
    expect(normalizeTag(typed)).toBe("été");
  }
});

test("a stored tag is normalised, whatever letters it has", () => {
  const others: string[] = [];
  for (let code = 0; code <= 0x10ffff; code += 1) {
    if (code >= 0xd800 && code <= 0xdfff) continue;
    const letter = `x${String.fromCodePoint(code)}x`;
    const kept = normalizeTag(letter);
    const ways = [kept, letter.normalize("NFD"), letter.normalize("NFC")];
    if (ways.some((way) => normalizeTag(way) !== kept)) others.push(code.toString(16));
  }
  expect(others).toEqual([]);
});
