import fc from "fast-check";

/** The first generated values: the same each time. */
export function firstOf<T>(values: fc.Arbitrary<T>, count: number, seed = 7): T[] {
  return fc.sample(values, { numRuns: count, seed });
}
