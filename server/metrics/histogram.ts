/** A histogram of durations: only the count per bucket is stored. */
export interface Histogram {
  /** The upper bounds, in seconds. */
  readonly bounds: readonly number[];
  /** One more than bounds: the last bucket has no upper bound. */
  readonly counts: Float64Array;
  sum: number;
}

export function createHistogram(bounds: readonly number[]): Histogram {
  return { bounds, counts: new Float64Array(bounds.length + 1), sum: 0 };
}

export function observe(histogram: Histogram, seconds: number): void {
  const { bounds, counts } = histogram;
  let step = 0;
  while (step < bounds.length && seconds > (bounds[step] ?? 0)) step += 1;
  counts[step] = (counts[step] ?? 0) + 1;
  histogram.sum += seconds;
}
