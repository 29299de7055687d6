import { constants, deflateRawSync } from "node:zlib";
import { encodePng, pngWith } from "../../server/demo/pictures.ts";

/** The smallest pictures of each kind that say how large they are. */
export function pngOf(width: number, height: number): Uint8Array<ArrayBuffer> {
  const palette = ["#ffffff", "#3355cc"];
  return encodePng({ width, height, palette, pixels: new Uint8Array(width * height).fill(1) });
}

/** Few bytes that decode to `width` times `height` pixels. */
export function pngBomb(width: number, height: number): Uint8Array<ArrayBuffer> {
  const size = (width + 1) * height;
  const part = 1_000_000;
  const zeros = new Uint8Array(part);
  // It looks back at nothing, so that it may stand any number of times.
  const packed = deflateRawSync(zeros, { finishFlush: constants.Z_FULL_FLUSH });
  const rest = deflateRawSync(zeros.subarray(0, size % part));
  // The sum that ends it: of zeros alone it is known.
  const sum = be((size % 65_521) * 65_536 + 1, 4);
  const parts = new Array<Uint8Array>(Math.floor(size / part)).fill(packed);
  const bytes = Buffer.concat([Uint8Array.of(0x78, 0xda), ...parts, rest, Uint8Array.from(sum)]);
  return pngWith({ width, height, palette: ["#ffffff"] }, bytes);
}

export function gifOf(width: number, height: number): Uint8Array {
  return join("GIF89a", le(width, 2), le(height, 2), [0, 0, 0, 0x3b]);
}

interface PhotoOptions {
  /** How the camera was held, as EXIF says it. */
  orientation?: number;
  order?: ByteOrder;
  /** Words in the photo's metadata. */
  place?: string;
}

/** A JPEG as a camera writes it: with EXIF that holds the orientation and the place. */
export async function photoOf(
  width: number,
  height: number,
  { orientation = 1, order, place = "" }: PhotoOptions = {},
): Promise<Uint8Array> {
  const jpeg = await new Bun.Image(pngOf(width, height)).jpeg().bytes();
  const exif = segment(0xe1, join(exifOf(orientation, order), place));
  return join(jpeg.slice(0, 2), exif, jpeg.slice(2));
}

type ByteOrder = "MM" | "II";

function exifOf(orientation: number, order: ByteOrder = "MM"): Uint8Array {
  const number = order === "MM" ? be : le;
  const entry = (tag: number, value: number) =>
    join(number(tag, 2), number(3, 2), number(1, 4), number(value, 2), [0, 0]);
  const entries = [entry(0x0106, 7), entry(0x0112, orientation), entry(0x0128, 2)];
  const head = join("Exif\0\0", order, number(42, 2), number(8, 4), number(entries.length, 2));
  return join(head, ...entries, number(0, 4));
}

type Piece = string | number[] | Uint8Array;

export function join(...pieces: Piece[]): Uint8Array {
  return Uint8Array.from(
    pieces.flatMap((piece) =>
      typeof piece === "string" ? [...piece].map((c) => c.charCodeAt(0)) : [...piece],
    ),
  );
}

/** A piece of a JPEG. */
function segment(marker: number, body: Piece): Uint8Array {
  return join([0xff, marker], be(body.length + 2, 2), body);
}

function be(value: number, bytes: number): number[] {
  return le(value, bytes).reverse();
}

function le(value: number, bytes: number): number[] {
  return Array.from({ length: bytes }, (_, at) => Math.floor(value / 256 ** at) % 256);
}
