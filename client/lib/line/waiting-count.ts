import { lastActs } from "../browser/last-keys.ts";
import { createStore } from "../store.ts";

const key = "frontdesk.waiting";

/** How many acts wait in this browser, known without opening its database. */
export const waitingCount = createStore(Number(localStorage.getItem(key)) || 0);

export function setWaitingCount(count: number): void {
  waitingCount.set(count);
  if (count > 0) localStorage.setItem(key, String(count));
  else localStorage.removeItem(key);
}

// What a page was sending as it went waits for this one.
const left: unknown[] = JSON.parse(localStorage.getItem(lastActs) ?? "[]");
if (left.length > 0) setWaitingCount(waitingCount.get() + left.length);
