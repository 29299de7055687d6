import { expect, test } from "bun:test";
import { inflateSync } from "node:zlib";
import { pngBomb } from "./pictures.ts";

test("a decompression bomb is a picture of its declared size", () => {
  const [width, height] = [2_000, 1_300];
  const bomb = Buffer.from(pngBomb(width, height));
  expect([bomb.readUInt32BE(16), bomb.readUInt32BE(20)]).toEqual([width, height]);
  const at = bomb.indexOf("IDAT");
  const packed = bomb.subarray(at + 4, at + 4 + bomb.readUInt32BE(at - 4));
  expect(packed.length).toBeLessThan(4_000);
  expect(inflateSync(packed)).toHaveLength((width + 1) * height);
});
