import { createHistogram, type Histogram, observe } from "./histogram.ts";

interface LoopLag {
  histogram: Histogram;
  stop(): void;
}

const everyMs = 100;

/** How much later than asked for the process gets to what it has to do. */
export function watchLoopLag(): LoopLag {
  const histogram = createHistogram([0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]);
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    observe(histogram, Math.max(0, now - last - everyMs) / 1000);
    last = now;
  }, everyMs);
  timer.unref();
  return { histogram, stop: () => clearInterval(timer) };
}
