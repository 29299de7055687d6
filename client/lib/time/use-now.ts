import { createStore, useStore } from "../store.ts";

const now = createStore(Date.now());
setInterval(() => now.set(Date.now()), 30_000);

/** The present, half a minute exact: relative times on screen move on together. */
export function useNow(): number {
  return useStore(now);
}
