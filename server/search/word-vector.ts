import { larger } from "./larger.ts";

/** Words of a ticket as Postgres reads a tsvector in its binary form: so many, with no positions. */
interface WordVector {
  clear(): void;
  /** Where a word of so many bytes is to be written. */
  add(length: number): { into: Uint8Array; at: number };
  /** All words that were added so far. */
  bytes(): Uint8Array;
}

export function createWordVector(): WordVector {
  let written = new Uint8Array(1 << 16);
  let end = header;
  let words = 0;
  const place = { into: written, at: 0 };
  return {
    clear() {
      end = header;
      words = 0;
    },
    add(length) {
      place.at = end;
      words += 1;
      // After it its end and how many positions it has.
      end += length + 3;
      if (end > written.length) {
        written = larger(written, 2 * end);
        place.into = written;
      }
      written.fill(0, end - 3, end);
      return place;
    },
    bytes() {
      new DataView(written.buffer).setInt32(0, words);
      return written.slice(0, end);
    },
  };
}

/** How many words there are. */
const header = 4;
