/** A copy with room for so many: how the arrays of a load grow. */
export function larger<T extends Uint8Array | Int32Array>(from: T, length: number): T {
  const Kind = from.constructor as new (length: number) => T;
  const to = new Kind(length);
  to.set(from);
  return to;
}
