import { constants, deflateRawSync } from "node:zlib";
import { encodePng, pngWith } from "../../server/demo/png.ts";

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

export function webpOf(kind: "VP8 " | "VP8L" | "VP8X", width: number, height: number): Uint8Array {
  const less = kind === "VP8 " ? 0 : 1;
  const [w, h] = [width - less, height - less];
  let body = join([0, 0, 0, 0], le(w, 3), le(h, 3));
  if (kind === "VP8 ") body = join([0, 0, 0, 0x9d, 0x01, 0x2a], le(w, 2), le(h, 2));
  if (kind === "VP8L") body = join([0x2f], le((h << 14) | w, 4));
  return join("RIFF", le(body.length + 12, 4), "WEBP", kind, le(body.length, 4), body, le(0, 4));
}

interface JpegOptions {
  /** As a camera notes how it was held. */
  orientation?: number;
  order?: ByteOrder;
  /** Segments that come before the frame. */
  before?: Uint8Array[];
  /** Which of the thirteen kinds of frame. */
  frame?: number;
}

export function jpegOf(
  width: number,
  height: number,
  { orientation, order, before = [], frame = 0xc2 }: JpegOptions = {},
): Uint8Array {
  const exif = orientation === undefined ? [] : [segment(0xe1, exifOf(orientation, order))];
  const sides = segment(frame, join([8], be(height, 2), be(width, 2), [1, 1, 0x11, 0]));
  const head = segment(0xe0, "JFIF\0");
  return join([0xff, 0xd8], head, ...exif, ...before, sides, [0xff, 0xd9]);
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
export function segment(marker: number, body: Piece): Uint8Array {
  return join([0xff, marker], be(body.length + 2, 2), body);
}

function be(value: number, bytes: number): number[] {
  return le(value, bytes).reverse();
}

function le(value: number, bytes: number): number[] {
  return Array.from({ length: bytes }, (_, at) => Math.floor(value / 256 ** at) % 256);
}
