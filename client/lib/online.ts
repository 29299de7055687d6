import { createStore } from "./store.ts";

/** Since when the desk cannot be reached; null while it can. */
export const offlineSince = createStore<number | null>(
  globalThis.navigator?.onLine === false ? Date.now() : null,
);

/** A stream that is back within this long was never gone. */
const patienceMs = 4_000;

let timer: ReturnType<typeof setTimeout> | undefined;

/** What the live stream knows of the line: it breaks and comes back for many reasons. */
export function tellLine(isUp: boolean): void {
  if (isUp) lineBack();
  if (isUp || offlineSince.get() !== null) return;
  const since = Date.now();
  timer ??= setTimeout(() => offlineSince.set(since), patienceMs);
}

/** Nobody follows the line any more: of it nothing is known. */
export const forgetLine = lineBack;

/** A call went unanswered, or the browser says so. */
export function lineLost(): void {
  stopWaiting();
  offlineSince.set(offlineSince.get() ?? Date.now());
}

/** Something was answered. */
export function lineBack(): void {
  stopWaiting();
  offlineSince.set(null);
}

function stopWaiting(): void {
  clearTimeout(timer);
  timer = undefined;
}

addEventListener("offline", lineLost);
addEventListener("online", lineBack);
