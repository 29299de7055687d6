import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { gifOf, join, jpegOf, pngOf, webpOf } from "../../tests/support/pictures.ts";
import { readImage } from "./images.ts";

const read = (bytes: Uint8Array) =>
  readImage(async (offset, length) => bytes.slice(offset, offset + length));

describe("an image by its bytes", () => {
  test.each([
    ["image/png", pngOf(640, 400)],
    ["image/gif", gifOf(640, 400)],
    ["image/webp", webpOf("VP8 ", 640, 400)],
    ["image/webp", webpOf("VP8L", 640, 400)],
    ["image/webp", webpOf("VP8X", 640, 400)],
    ["image/jpeg", jpegOf(640, 400)],
    ["image/jpeg", jpegOf(640, 400, { orientation: 3 })],
    ["image/jpeg", jpegOf(400, 640, { orientation: 6 })],
    ["image/jpeg", jpegOf(400, 640, { orientation: 8, profileBytes: 60_000 })],
  ])("%s of 640 by 400 as it is shown", async (type, bytes) => {
    expect(await read(bytes)).toEqual({ type, width: 640, height: 400 } as never);
  });

  test.each([
    ["HTML", join("<html><script>alert(1)</script>")],
    ["SVG", join('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ["BMP", join("BM", new Uint8Array(60))],
    ["a page that mentions PNG", join(" \x89PNG\r\n\x1a\n")],
    ["nothing", new Uint8Array()],
  ])("%s is none", async (_, bytes) => {
    expect(await read(bytes)).toBeNull();
  });

  test("one that is cut off says no size rather than a wrong one", async () => {
    expect(await read(pngOf(640, 400).slice(0, 10))).toEqual({
      type: "image/png",
      width: null,
      height: null,
    });
    expect(await read(jpegOf(640, 400).slice(0, 14))).toEqual({
      type: "image/jpeg",
      width: null,
      height: null,
    });
  });

  test("whatever the bytes, it ends and gives no side that is none", async () => {
    const heads = [join("GIF89a"), join([0xff, 0xd8, 0xff]), pngOf(1, 1), webpOf("VP8X", 9, 9)];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...heads),
        fc.nat(30),
        fc.uint8Array({ maxLength: 400 }),
        async (head, kept, tail) => {
          const image = await read(join(head.slice(0, kept), tail));
          if (!image) return;
          expect(image.width === null).toBe(image.height === null);
          if (image.width !== null) expect(image.width).toBeGreaterThan(0);
        },
      ),
    );
  });
});
