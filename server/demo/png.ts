import { deflateSync } from "node:zlib";

/** A picture of few colours: each pixel is the number of one. */
export interface Canvas {
  width: number;
  height: number;
  palette: readonly string[];
  pixels: Uint8Array;
}

/** The same bytes for the same picture. */
export function encodePng({ width, height, palette, pixels }: Canvas): Uint8Array<ArrayBuffer> {
  const lines = new Uint8Array((width + 1) * height);
  for (let y = 0; y < height; y += 1) {
    lines.set(pixels.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  }
  return pngWith({ width, height, palette }, deflateSync(lines, { level: 9 }));
}

/** Of lines that are packed already, each with a zero before it. */
export function pngWith(
  { width, height, palette }: Omit<Canvas, "pixels">,
  packed: Uint8Array,
): Uint8Array<ArrayBuffer> {
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  // Eight bits a pixel, each the number of a colour.
  header.set([8, 3, 0, 0, 0], 8);
  const colours = palette.flatMap((colour) =>
    [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)),
  );
  const parts = [
    Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    chunk("IHDR", header),
    chunk("PLTE", Uint8Array.from(colours)),
    chunk("IDAT", packed),
    chunk("IEND", new Uint8Array()),
  ];
  return new Uint8Array(Buffer.concat(parts));
}

function chunk(name: string, data: Uint8Array): Uint8Array {
  const whole = new Uint8Array(12 + data.length);
  const view = new DataView(whole.buffer);
  view.setUint32(0, data.length);
  whole.set(new TextEncoder().encode(name), 4);
  whole.set(data, 8);
  view.setUint32(8 + data.length, Bun.hash.crc32(whole.subarray(4, 8 + data.length)));
  return whole;
}
