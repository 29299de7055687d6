/** Round numbers for the lines of a chart, from 0 up to at least the largest value. */
export function ticksUpTo(largest: number, lines = 3): number[] {
  const step = roundStep(Math.max(largest, 1) / lines);
  const count = Math.max(1, Math.ceil(largest / step));
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}

function roundStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough));
  const factor = [1, 2, 5, 10].find((round) => round * power >= rough) ?? 10;
  return Math.max(1, factor * power);
}

/** Which of so many days are named, so that the names have room: the first, the last, and some. */
export function namedDays(count: number, most: number): number[] {
  if (count <= most) return Array.from({ length: count }, (_, index) => index);
  const step = Math.ceil((count - 1) / (most - 1));
  const days = Array.from({ length: Math.ceil(count / step) }, (_, index) => index * step);
  const last = count - 1;
  return [...days.filter((day) => last - day >= step * 0.6), last];
}
