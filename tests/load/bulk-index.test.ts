import { expect, test } from "bun:test";
import fc from "fast-check";
import { createByteTable } from "./bulk-index.ts";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

test("each text gets the number of its first occurrence, however many there are", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "grapheme", maxLength: 8 })), (texts) => {
      const table = createByteTable();
      const known: string[] = [];
      for (const text of texts) {
        const bytes = encoder.encode(`(${text})`);
        if (!known.includes(text)) known.push(text);
        expect(table.numberOf(bytes, 1, bytes.length - 1)).toBe(known.indexOf(text));
      }
      expect(known.map((_, number) => decoder.decode(table.bytesOf(number)))).toEqual(known);
    }),
    { seed: 3 },
  );
});

test("it grows and copies its texts to other arrays", () => {
  const table = createByteTable();
  const many = Array.from({ length: 20_000 }, (_, index) => encoder.encode(`word ${index}`));
  for (const round of [1, 2]) {
    const numbers = many.map((bytes) => table.numberOf(bytes, 0, bytes.length));
    expect([round, numbers.every((number, index) => number === index)]).toEqual([round, true]);
  }
  expect(table.size).toBe(20_000);
  const to = new Uint8Array(14);
  table.copy(12_345, to, 2);
  expect(table.lengthOf(12_345)).toBe(10);
  expect(decoder.decode(to)).toBe("\0\0word 12345\0\0");
});
