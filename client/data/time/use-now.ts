import { createStore, useStore } from "../store.ts";

const now = createStore(Date.now());
const tick = () => now.set(Date.now());
setInterval(tick, 30_000);
// After sleep, the next tick may be half a minute away.
document.addEventListener("visibilitychange", tick);

/** The current time, updated every half minute for all relative times at once. */
export function useNow(): number {
  return useStore(now);
}
