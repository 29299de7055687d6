import { parseStored, storeIfSpace } from "./browser/local-storage.ts";
import { unsentActionsKey } from "./browser/unsaved-keys.ts";
import { createStore } from "./store.ts";

const key = "frontdesk.waiting";
const goingKey = "frontdesk.going";

/** How many actions wait in this browser, known without opening its database. */
export const waitingCount = createStore(queuedCount());

export function setWaitingCount(count: number): void {
  waitingCount.set(count);
  if (count > 0) storeIfSpace(localStorage, key, String(count));
  else localStorage.removeItem(key);
}

function queuedCount(): number {
  return Number(localStorage.getItem(key)) || 0;
}

/** Whether a closed page left unsent actions for this one. */
function countLeft(left: string | null): boolean {
  const acts = parseStored(left);
  const length = Array.isArray(acts) ? acts.length : 0;
  if (length > 0) setWaitingCount(waitingCount.get() + length);
  return length > 0;
}

countLeft(localStorage.getItem(unsentActionsKey));

// Other tabs send what waits, and only they are notified.
addEventListener("pagehide", () => {
  if (waitingCount.get() === 0) return;
  storeIfSpace(localStorage, goingKey, "");
  localStorage.removeItem(goingKey);
});

/** Calls back when another tab closes and leaves something here. */
export function whenTabLeaves(listener: () => void): () => void {
  const listen = ({ key, newValue }: StorageEvent) => {
    if (key === unsentActionsKey && countLeft(newValue)) listener();
    if (key !== goingKey || newValue === null) return;
    waitingCount.set(queuedCount());
    listener();
  };
  addEventListener("storage", listen);
  return () => removeEventListener("storage", listen);
}
