import { afterAll, describe, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join as joinPath } from "node:path";
import fc from "fast-check";
import { gifOf, join, photoOf, pngBomb, pngOf } from "../../tests/support/pictures.ts";
import { readImage, shrinkImage, withoutMetadata } from "./images.ts";

const folder = await mkdtemp(joinPath(tmpdir(), "frontdesk-images-"));
afterAll(() => rm(folder, { recursive: true }));

async function fileOf(bytes: Uint8Array): Promise<string> {
  const path = joinPath(folder, Bun.randomUUIDv7());
  await Bun.write(path, bytes);
  return path;
}

const webp = (width: number, height: number) =>
  new Bun.Image(pngOf(width, height)).webp({ lossless: true }).bytes();

describe("readImage", () => {
  test("knows the type and size of PNG, GIF, WebP and JPEG, in memory and on disk", async () => {
    for (const [type, bytes] of [
      ["image/png", pngOf(64, 40)],
      ["image/gif", gifOf(64, 40)],
      ["image/webp", await webp(64, 40)],
      ["image/jpeg", await photoOf(64, 40)],
    ] as const) {
      const image = { type, width: 64, height: 40 };
      expect(await readImage(bytes)).toEqual(image);
      expect(await readImage(await fileOf(bytes))).toEqual(image);
    }
  });

  test.each(["MM", "II"] as const)(
    "a photo from a rotated camera, with EXIF in %s order, has its sides swapped",
    async (order) => {
      const turned: number[] = [];
      for (const orientation of [1, 2, 3, 4, 5, 6, 7, 8]) {
        const image = await readImage(await photoOf(64, 40, { orientation, order }));
        if (image?.width === 40) turned.push(orientation);
      }
      expect(turned).toEqual([5, 6, 7, 8]);
    },
  );

  test.each([
    ["HTML", join("<html><script>alert(1)</script>")],
    ["SVG", join('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ["BMP", join("BM", new Uint8Array(60))],
    ["a sound", join("RIFF", [36, 0, 0, 0], "WAVEVP8X", new Uint8Array(24).fill(9))],
    ["a page that mentions PNG", join(" \x89PNG\r\n\x1a\n")],
    ["nothing", new Uint8Array()],
  ])("%s is not a picture", async (_, bytes) => {
    expect(await readImage(bytes)).toBeNull();
    expect(await readImage(await fileOf(bytes))).toBeNull();
  });

  test("a picture that is cut off has no size", async () => {
    const cut = { width: null, height: null };
    expect(await readImage(pngOf(64, 40).slice(0, 10))).toEqual({ type: "image/png", ...cut });
    const photo = (await photoOf(64, 40)).slice(0, 40);
    expect(await readImage(photo)).toEqual({ type: "image/jpeg", ...cut });
  });

  test("any bytes give a picture with two sides or none", async () => {
    const heads = [gifOf(9, 9), await photoOf(9, 9), pngOf(9, 9), await webp(9, 9)];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...heads),
        fc.nat(60),
        fc.uint8Array({ maxLength: 400 }),
        async (head, length, tail) => {
          const image = await readImage(join(head.slice(0, length), tail));
          if (!image) return;
          expect(image.width === null).toBe(image.height === null);
          if (image.width !== null) expect(image.width).toBeGreaterThan(0);
        },
      ),
    );
  });
});

describe("withoutMetadata", () => {
  test("removes the place from a photo and turns it upright", async () => {
    const photo = await photoOf(64, 40, { orientation: 6, place: "GPS 52.5 N 13.4 E" });
    const clean = (await withoutMetadata(await fileOf(photo), "image/jpeg")) ?? photo;
    expect(Buffer.from(clean).includes("GPS")).toBe(false);
    expect(Buffer.from(clean).includes("Exif")).toBe(false);
    expect(await readImage(clean)).toEqual({ type: "image/jpeg", width: 40, height: 64 });
  });

  test("removes it from PNG and WebP too, in their own format", async () => {
    for (const [type, bytes, mark] of [
      ["image/png", pngOf(64, 40), "eXIf place"],
      ["image/webp", await webp(64, 40), "EXIF place"],
    ] as const) {
      const clean = await withoutMetadata(await fileOf(join(bytes, mark)), type);
      expect(Buffer.from(clean ?? mark).includes("place")).toBe(false);
      expect(await readImage(clean ?? bytes)).toEqual({ type, width: 64, height: 40 });
    }
  });

  test("leaves pictures without metadata, animations and broken ones as they are", async () => {
    const jpeg = await new Bun.Image(pngOf(9, 9)).jpeg().bytes();
    const broken = (await photoOf(9, 9)).slice(0, 60);
    for (const [type, bytes] of [
      ["image/jpeg", jpeg],
      ["image/jpeg", broken],
      ["image/gif", gifOf(9, 9)],
      ["image/png", join(pngOf(9, 9), "acTL eXIf")],
    ] as const) {
      expect(await withoutMetadata(await fileOf(bytes), type)).toBeNull();
    }
  });

  test("refuses a photo of more than 50 megapixels", async () => {
    const path = await fileOf(Buffer.concat([pngBomb(8_000, 8_000), Buffer.from("eXIf")]));
    const refused = withoutMetadata(path, "image/png").catch((error) => error.code);
    expect(await refused).toBe("photo_too_large");
  });
});

test("a thumbnail fits into 640 pixels; a small picture keeps its size; a broken one has none", async () => {
  const thumbnail = (await shrinkImage(pngOf(1280, 320))) ?? new Uint8Array();
  expect(await readImage(thumbnail)).toEqual({ type: "image/webp", width: 640, height: 160 });
  const small = (await shrinkImage(pngOf(64, 40))) ?? new Uint8Array();
  expect(await readImage(small)).toMatchObject({ width: 64, height: 40 });
  expect(await shrinkImage(pngOf(9, 9).slice(0, 30))).toBeNull();
});
