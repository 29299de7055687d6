/**
 * How many times as long twice as much takes: 2 where each letter costs the same, 4 where each is held against
 * each other. The quickest of several runs, which is what the work itself takes.
 */
export function growth(run: (times: number) => unknown, times: number): number {
  return quickest(() => run(2 * times)) / quickest(() => run(times));
}

function quickest(run: () => unknown): number {
  const took = Array.from({ length: 9 }, () => {
    const begun = performance.now();
    run();
    return performance.now() - begun;
  });
  return Math.min(...took);
}
