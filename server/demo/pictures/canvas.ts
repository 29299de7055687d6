import { glyphs } from "./glyphs.ts";
import { type Canvas, encodePng } from "./png.ts";

/** Paper on which rectangles and words are drawn. */
export interface Paper {
  fill(x: number, y: number, width: number, height: number, colour: number): void;
  write(x: number, y: number, words: string, colour: number, size?: number): void;
  /** A line of words too small to be read. */
  scribble(x: number, y: number, width: number, colour: number, seed: number): void;
  png(): Uint8Array<ArrayBuffer>;
}

export function paper(width: number, height: number, palette: readonly string[]): Paper {
  const canvas: Canvas = { width, height, palette, pixels: new Uint8Array(width * height) };
  const fill: Paper["fill"] = (x, y, w, h, colour) => {
    const [left, right] = [Math.max(0, x), Math.min(width, x + w)];
    for (let row = Math.max(0, y); row < Math.min(height, y + h); row += 1) {
      if (right > left) canvas.pixels.fill(colour, row * width + left, row * width + right);
    }
  };
  return {
    fill,
    write(x, y, words, colour, size = 2) {
      for (const [at, letter] of [...words.toUpperCase()].entries()) {
        const rows = glyphs[letter] ?? "00000";
        for (const [row, bits] of [...rows].entries()) {
          for (let column = 0; column < 3; column += 1) {
            if (!(Number(bits) & (4 >> column))) continue;
            fill(x + (at * 4 + column) * size, y + row * size, size, size, colour);
          }
        }
      }
    },
    scribble(x, y, length, colour, seed) {
      let next = seed;
      for (let at = 0; at < length; ) {
        next = (next * 1_103_515_245 + 12_345) % 2 ** 31;
        const word = 8 + (next % 34);
        fill(x + at, y, Math.min(word, length - at), 4, colour);
        at += word + 6;
      }
    },
    png: () => encodePng(canvas),
  };
}
