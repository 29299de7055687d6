import { larger } from "./larger.ts";

/** Whole numbers, however many: all in one array, and none of them an object. */
interface Numbers {
  readonly size: number;
  at(index: number): number;
  push(value: number): void;
  set(index: number, value: number): void;
}

export function createNumbers(): Numbers {
  let all = new Int32Array(1 << 12);
  let size = 0;
  return {
    get size() {
      return size;
    },
    at: (index) => all[index] ?? 0,
    push(value) {
      if (size === all.length) all = larger(all, 2 * size);
      all[size] = value;
      size += 1;
    },
    set(index, value) {
      all[index] = value;
    },
  };
}
