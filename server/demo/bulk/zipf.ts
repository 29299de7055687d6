import type { Random } from "../random.ts";

/** Picks from a list whose first one comes most often, the second half as often, and so on. */
export function createZipf<T>(all: readonly T[], steepness: number): (random: Random) => T {
  return createWeighted(all, (_, rank) => 1 / (rank + 1) ** steepness);
}

/** By weight, in a step or two however many there are. */
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

/** For each small part of the whole, the first one that reaches into it. */
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
