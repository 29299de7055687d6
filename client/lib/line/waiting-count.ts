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

/** What a page was sending as it went waits for this one. */
function countLeft(left: string | null): boolean {
  const { length }: unknown[] = JSON.parse(left ?? "[]");
  if (length > 0) setWaitingCount(waitingCount.get() + length);
  return length > 0;
}

countLeft(localStorage.getItem(lastActs));

/** Another tab has just gone, and left something here. */
export function whenTabLeaves(hear: () => void): () => void {
  const listen = ({ key, newValue }: StorageEvent) => {
    if (key === lastActs && countLeft(newValue)) hear();
  };
  addEventListener("storage", listen);
  return () => removeEventListener("storage", listen);
}
