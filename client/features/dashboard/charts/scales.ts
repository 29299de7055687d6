import { scaleBand, scaleLinear } from "@visx/scale";

export const chartHeight = 208;

/** The space for the axis labels; the label of the last day extends beyond its bar. */
export const edge = { top: 10, right: 18, bottom: 24, left: 40 };

/** A position for each day, with equal gaps. */
export function dayScale(days: readonly string[], width: number, padding: number) {
  return scaleBand({
    domain: [...days],
    range: [edge.left, width - edge.right],
    paddingInner: padding,
    paddingOuter: padding / 2,
  });
}

/** From zero at the bottom to a round number above the largest. */
export function countScale(largest: number, height: number) {
  return scaleLinear({
    domain: [0, Math.max(1, largest)],
    range: [height - edge.bottom, edge.top],
    nice: 4,
  });
}

/** Whole numbers only. */
export function ticksOf(scale: ReturnType<typeof countScale>): number[] {
  return scale.ticks(4).filter(Number.isInteger);
}

/** Which days are labelled so that the labels fit: the first, the last, and some between. */
export function namedDays(count: number, most: number): number[] {
  if (count <= most) return Array.from({ length: count }, (_, index) => index);
  const step = Math.ceil((count - 1) / (most - 1));
  const days = Array.from({ length: Math.ceil(count / step) }, (_, index) => index * step);
  const last = count - 1;
  return [...days.filter((day) => last - day >= step * 0.6), last];
}
