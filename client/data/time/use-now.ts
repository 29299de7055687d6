import { createStore, useStore } from "../store.ts";

const now = createStore(Date.now());
const tick = () => now.set(Date.now());
setInterval(tick, 30_000);
// After a sleep the next tick is up to half a minute away.
document.addEventListener("visibilitychange", tick);

/** The present, half a minute exact: relative times on screen move on together. */
export function useNow(): number {
  return useStore(now);
}
