import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { gifOf, join, jpegOf, pngOf, segment, webpOf } from "../../tests/support/pictures.ts";
import { readImage } from "./images.ts";

const read = (bytes: Uint8Array) =>
  readImage(async (offset, length) => bytes.slice(offset, offset + length));

const profile = segment(0xe2, new Uint8Array(60_000));
/** What would be sides in a frame, in a segment that is none. */
const nearly = (marker: number) => segment(marker, join([8], [0, 9], [0, 9], [1, 1, 0x11, 0]));

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
    ["image/jpeg", jpegOf(400, 640, { orientation: 8, before: [profile] })],
  ])("%s of 640 by 400 as it is shown", async (type, bytes) => {
    expect(await read(bytes)).toEqual({ type, width: 640, height: 400 } as never);
  });

  test.each([
    ["HTML", join("<html><script>alert(1)</script>")],
    ["SVG", join('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ["BMP", join("BM", new Uint8Array(60))],
    ["a sound", join("RIFF", [36, 0, 0, 0], "WAVEVP8X", new Uint8Array(24).fill(9))],
    ["WebP of another container", join("FORM", webpOf("VP8X", 9, 9).slice(4))],
    ["a JPEG without its first byte", join([0], jpegOf(9, 9).slice(1))],
    ["a JPEG without its second byte", join([0xff, 0], jpegOf(9, 9).slice(2))],
    ["a JPEG without its third byte", join([0xff, 0xd8, 0], jpegOf(9, 9).slice(3))],
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
    const whole = jpegOf(640, 400);
    const frame = whole.lastIndexOf(0xc2);
    for (let end = 4; end < frame + 8; end += 1) {
      expect(await read(whole.slice(0, end))).toEqual({
        type: "image/jpeg",
        width: null,
        height: null,
      });
    }
  });

  const changed = (bytes: Uint8Array, at: number, ...to: number[]) => {
    bytes.set(to, at);
    return bytes;
  };
  test.each([
    ["PNG whose first part is another", changed(pngOf(9, 9), 12, 0x69)],
    ["PNG without a width", changed(pngOf(9, 9), 16, 0, 0, 0, 0)],
    ["PNG without a height", changed(pngOf(9, 9), 20, 0, 0, 0, 0)],
    ["PNG that is too wide", changed(pngOf(9, 9), 16, 0x80)],
    ["PNG that is too high", changed(pngOf(9, 9), 20, 0x80)],
    ["WebP of an unknown kind", changed(webpOf("VP8L", 9, 9), 12, 0x78)],
    ["WebP without its mark", changed(webpOf("VP8L", 9, 9), 20, 0)],
    ["WebP without the first byte of its mark", changed(webpOf("VP8 ", 9, 9), 23, 0)],
    ["WebP without the second", changed(webpOf("VP8 ", 9, 9), 24, 0)],
    ["WebP without the third", changed(webpOf("VP8 ", 9, 9), 25, 0)],
    ["WebP whose mark is another's", changed(webpOf("VP8 ", 9, 9), 12, 0x78)],
    ["JPEG with something between its segments", jpegOf(9, 9, { before: [join([0, 1, 0, 2])] })],
    ["JPEG with a segment that has no length", jpegOf(9, 9, { before: [join([255, 1, 0, 1])] })],
    ["JPEG that is drawn before its frame", jpegOf(9, 9, { before: [segment(0xda, "")] })],
    ["JPEG that ends before its frame", jpegOf(9, 9, { before: [segment(0xd9, "")] })],
  ])("a %s says no size", async (_, bytes) => {
    expect(await read(bytes)).toMatchObject({ width: null, height: null });
  });

  test("the largest picture there is says its size", async () => {
    const bytes = changed(pngOf(9, 9), 16, 0x7f, 255, 255, 255, 0x7f, 255, 255, 255);
    expect(await read(bytes)).toMatchObject({ width: 2 ** 31 - 1, height: 2 ** 31 - 1 });
  });

  test.each([0xc0, 0xc1, 0xc3, 0xc5, 0xcf])("a JPEG of frame %p says its size", async (frame) => {
    expect(await read(jpegOf(640, 400, { frame }))).toMatchObject({ width: 640, height: 400 });
  });

  test.each([0xbf, 0xc4, 0xc8, 0xcc, 0xd0, 0xdb])(
    "of a JPEG segment %p is no frame",
    async (marker) => {
      const image = await read(jpegOf(640, 400, { before: [nearly(marker)] }));
      expect(image).toMatchObject({ width: 640, height: 400 });
    },
  );

  test("between a JPEG's segments may be any number of filling bytes", async () => {
    const image = await read(jpegOf(640, 400, { before: [join([0xff, 0xff, 0xff])] }));
    expect(image).toMatchObject({ width: 640, height: 400 });
  });

  test.each(["MM", "II"] as const)(
    "a camera that says so in %s was held upright or upside down, the other ways it lay",
    async (order) => {
      const turned = [1, 2, 3, 4, 5, 6, 7, 8, 9].map(async (orientation) => {
        const image = await read(jpegOf(640, 400, { orientation, order }));
        return image?.width === 400 ? orientation : null;
      });
      expect((await Promise.all(turned)).filter(Boolean)).toEqual([5, 6, 7, 8]);
    },
  );

  test("what only looks like a camera's note turns nothing", async () => {
    const note = jpegOf(640, 400, { orientation: 6 });
    const other = changed(note.slice(), note.indexOf(0x45), 0x65);
    const unordered = changed(note.slice(), note.indexOf(0x4d), 0x58, 0x58);
    for (const bytes of [other, unordered]) {
      expect(await read(bytes)).toMatchObject({ width: 640, height: 400 });
    }
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
