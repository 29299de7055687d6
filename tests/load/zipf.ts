import type { Random } from "../../server/demo/random.ts";

/** Picks the first of a list most often, the second half as often, and so on. */
export function createZipf<T>(all: readonly T[], steepness: number): (random: Random) => T {
  return createWeighted(all, (_, rank) => 1 / (rank + 1) ** steepness);
}

/** Picks by weight, in a step or two for any length. */
export function createWeighted<T>(
  all: readonly T[],
  weight: (one: T, rank: number) => number,
): (random: Random) => T {
  const reached = new Float64Array(all.length);
  let sum = 0;
  all.forEach((one, rank) => {
    sum += weight(one, rank);
    reached[rank] = sum;
  });
  const guide = guideTo(reached, sum);
  return (random) => {
    const drawn = random.next() * sum;
    let rank = guide[Math.floor((drawn / sum) * guide.length)] ?? 0;
    while (rank < all.length - 1 && (reached[rank] ?? 0) <= drawn) rank += 1;
    return all[rank] as T;
  };
}

/** For each small part of the range, the first item that reaches into it. */
function guideTo(reached: Float64Array, sum: number): Int32Array {
  const guide = new Int32Array(Math.max(16, reached.length * 4));
  let rank = 0;
  for (let part = 0; part < guide.length; part += 1) {
    while (rank < reached.length - 1 && (reached[rank] ?? 0) <= (part / guide.length) * sum) {
      rank += 1;
    }
    guide[part] = rank;
  }
  return guide;
}
