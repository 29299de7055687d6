/** Seeded random numbers: every load gives the same demo. */
export interface Random {
  /** At least 0, below 1. */
  next(): number;
  chance(probability: number): boolean;
  between(least: number, most: number): number;
  whole(least: number, most: number): number;
  pick<T>(from: readonly T[]): T;
  weighted<T>(from: readonly T[], weight: (one: T) => number): T;
  /** Log-normal around the median. */
  around(median: number, spread: number): number;
}

/** mulberry32: small, quick, and good enough to shuffle a demo. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;

  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 4_294_967_296;
  }

  function pick<T>(from: readonly T[]): T {
    const one = from[Math.floor(next() * from.length)];
    if (one === undefined) throw new Error("Nothing to pick from");
    return one;
  }

  return {
    next,
    pick,
    chance: (probability) => next() < probability,
    between: (least, most) => least + next() * (most - least),
    whole: (least, most) => least + Math.floor(next() * (most - least + 1)),
    weighted(from, weight) {
      let left = next() * from.reduce((sum, one) => sum + weight(one), 0);
      return (
        from.find((one) => {
          left -= weight(one);
          return left < 0;
        }) ?? pick(from)
      );
    },
    around(median, spread) {
      const normal = Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
      return median * Math.exp(spread * normal);
    },
  };
}

/** FNV-1a: the same number for the same text. */
export function hash(text: string): number {
  let value = 2_166_136_261;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 16_777_619);
  }
  return value >>> 0;
}
