import type { InlineImageType } from "../../shared/files.ts";

export interface Image {
  type: InlineImageType;
  /** As it is shown, turned as its camera says; null where its head does not tell. */
  width: number | null;
  height: number | null;
}

/** Some bytes from there on; fewer where the file ends. */
export type ReadBytes = (offset: number, length: number) => Promise<Uint8Array>;

/** What a file is by its own bytes, whatever its name or its sender says. */
export async function readImage(read: ReadBytes): Promise<Image | null> {
  const head = await read(0, 32);
  const text = (from: number, to: number) => String.fromCharCode(...head.subarray(from, to));
  if (text(0, 8) === "\x89PNG\r\n\x1a\n") {
    const sides = text(12, 16) === "IHDR" ? { width: u32(head, 16), height: u32(head, 20) } : none;
    return image("image/png", sides);
  }
  if (/^GIF8[79]a$/.test(text(0, 6))) {
    return image("image/gif", { width: u16le(head, 6), height: u16le(head, 8) });
  }
  if (text(0, 4) === "RIFF" && text(8, 12) === "WEBP") {
    return image("image/webp", sidesOfWebp(head, text(12, 16)));
  }
  if (head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff) {
    return image("image/jpeg", await sidesOfJpeg(read));
  }
  return null;
}

interface Sides {
  width: number;
  height: number;
}

const none: Sides = { width: 0, height: 0 };
/** The largest side that any of the four can have. */
const longest = 2 ** 31 - 1;

function image(type: InlineImageType, { width, height }: Sides): Image {
  const known = width > 0 && height > 0 && width <= longest && height <= longest;
  return known ? { type, width, height } : { type, width: null, height: null };
}

function sidesOfWebp(head: Uint8Array, kind: string): Sides {
  if (kind === "VP8X") return { width: u24le(head, 24) + 1, height: u24le(head, 27) + 1 };
  if (kind === "VP8L" && head[20] === 0x2f) {
    const bits = u32le(head, 21);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  if (kind === "VP8 " && head[23] === 0x9d && head[24] === 0x01 && head[25] === 0x2a) {
    return { width: u16le(head, 26) & 0x3fff, height: u16le(head, 28) & 0x3fff };
  }
  return none;
}

/** Segments of a sane picture before its frame: profiles and thumbnails come in a few dozen. */
const mostSegments = 500;

async function sidesOfJpeg(read: ReadBytes): Promise<Sides> {
  let turned = false;
  let at = 2;
  for (let segment = 0; segment < mostSegments; segment += 1) {
    const head = await read(at, 9);
    const marker = head[1] ?? 0;
    if (head.length < 9 || head[0] !== 0xff) return none;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) {
      const [width, height] = [u16(head, 7), u16(head, 5)];
      return turned ? { width: height, height: width } : { width, height };
    }
    const length = u16(head, 2);
    if (length < 2 || marker === 0xda || marker === 0xd9) return none;
    if (marker === 0xe1) turned ||= isTurned(await read(at + 4, Math.min(length - 2, 65_536)));
    at += 2 + length;
  }
  return none;
}

/** Whether a camera held upright says so: then browsers show the sides exchanged. */
function isTurned(exif: Uint8Array): boolean {
  if (String.fromCharCode(...exif.subarray(0, 6)) !== "Exif\0\0") return false;
  const tiff = exif.subarray(6);
  const order = String.fromCharCode(...tiff.subarray(0, 2));
  if (order !== "II" && order !== "MM") return false;
  const short = (at: number) => (order === "II" ? u16le(tiff, at) : u16(tiff, at));
  const long = (at: number) => (order === "II" ? u32le(tiff, at) : u32(tiff, at));
  const directory = long(4);
  const entries = short(directory);
  for (let entry = 0; entry < entries; entry += 1) {
    const at = directory + 2 + entry * 12;
    if (at + 12 > tiff.length) return false;
    if (short(at) === 0x0112) return short(at + 8) >= 5 && short(at + 8) <= 8;
  }
  return false;
}

function u16(bytes: Uint8Array, at: number): number {
  return ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
}

function u16le(bytes: Uint8Array, at: number): number {
  return (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8);
}

function u24le(bytes: Uint8Array, at: number): number {
  return u16le(bytes, at) | ((bytes[at + 2] ?? 0) << 16);
}

function u32(bytes: Uint8Array, at: number): number {
  return u16(bytes, at) * 65_536 + u16(bytes, at + 2);
}

function u32le(bytes: Uint8Array, at: number): number {
  return u16le(bytes, at + 2) * 65_536 + u16le(bytes, at);
}
