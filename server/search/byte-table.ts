import { larger } from "./larger.ts";

/** Gives each text, as bytes, a number from 0 on: many of them in little memory, quickly found. */
interface ByteTable {
  readonly size: number;
  /** The number of what lies there; one that is new is kept. */
  numberOf(bytes: Uint8Array, from: number, to: number): number;
  bytesOf(number: number): Uint8Array;
  lengthOf(number: number): number;
  /** Writes its bytes where there is room for them. */
  copy(number: number, to: Uint8Array, at: number): void;
}

export function createByteTable(): ByteTable {
  let kept = new Uint8Array(1 << 16);
  // Where each one ends; the next one begins there. Its hash saves most comparisons.
  let ends = new Int32Array(1 << 12);
  let hashes = new Int32Array(1 << 12);
  // One more than the number, by its hash or the first free place after it.
  let places = new Int32Array(1 << 13);
  let size = 0;

  function add(bytes: Uint8Array, from: number, to: number, hash: number): number {
    const start = startOf(size);
    const end = start + to - from;
    if (end > kept.length) kept = larger(kept, 2 * end);
    for (let index = from; index < to; index += 1) kept[start + index - from] = bytes[index] ?? 0;
    if (size === ends.length) {
      ends = larger(ends, 2 * size);
      hashes = larger(hashes, 2 * size);
      places = new Int32Array(4 * size);
      for (let number = 0; number < size; number += 1) settle(number, hashes[number] ?? 0);
    }
    ends[size] = end;
    hashes[size] = hash;
    settle(size, hash);
    size += 1;
    return size - 1;
  }

  function settle(number: number, hash: number): void {
    const last = places.length - 1;
    let place = hash & last;
    while (places[place] !== 0) place = (place + 1) & last;
    places[place] = number + 1;
  }

  const startOf = (number: number) => (number === 0 ? 0 : (ends[number - 1] ?? 0));

  function isAt(number: number, bytes: Uint8Array, from: number, to: number): boolean {
    const start = startOf(number);
    if ((ends[number] ?? 0) - start !== to - from) return false;
    for (let index = from; index < to; index += 1) {
      if (kept[start + index - from] !== bytes[index]) return false;
    }
    return true;
  }

  return {
    get size() {
      return size;
    },
    numberOf(bytes, from, to) {
      let hash = 0x811c9dc5;
      for (let index = from; index < to; index += 1) {
        hash = Math.imul(hash ^ (bytes[index] ?? 0), 0x01000193);
      }
      hash ^= hash >>> 15;
      const last = places.length - 1;
      for (let place = hash & last; ; place = (place + 1) & last) {
        const number = (places[place] ?? 0) - 1;
        if (number < 0) return add(bytes, from, to, hash);
        if (hashes[number] === hash && isAt(number, bytes, from, to)) return number;
      }
    },
    bytesOf: (number) => kept.subarray(startOf(number), ends[number]),
    lengthOf: (number) => (ends[number] ?? 0) - startOf(number),
    copy(number, to, at) {
      const end = ends[number] ?? 0;
      for (let from = startOf(number), into = at; from < end; from += 1, into += 1) {
        to[into] = kept[from] ?? 0;
      }
    },
  };
}
