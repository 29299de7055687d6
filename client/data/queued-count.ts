import { keepIfRoom } from "./browser/keep-if-room.ts";
import { lastActs } from "./browser/last-keys.ts";
import { parseKept } from "./browser/parse-kept.ts";
import { createStore } from "./store.ts";

const key = "frontdesk.waiting";
const goingKey = "frontdesk.going";

/** How many acts wait in this browser, known without opening its database. */
export const waitingCount = createStore(keptCount());

export function setWaitingCount(count: number): void {
  waitingCount.set(count);
  if (count > 0) keepIfRoom(localStorage, key, String(count));
  else localStorage.removeItem(key);
}

function keptCount(): number {
  return Number(localStorage.getItem(key)) || 0;
}

/** What a page was sending as it went waits for this one. */
function countLeft(left: string | null): boolean {
  const acts = parseKept(left);
  const length = Array.isArray(acts) ? acts.length : 0;
  if (length > 0) setWaitingCount(waitingCount.get() + length);
  return length > 0;
}

countLeft(localStorage.getItem(lastActs));

// What waits already is the others' to send from here on: they alone are told, and nothing stays.
addEventListener("pagehide", () => {
  if (waitingCount.get() === 0) return;
  keepIfRoom(localStorage, goingKey, "");
  localStorage.removeItem(goingKey);
});

/** Another tab has just gone, and left something here. */
export function whenTabLeaves(hear: () => void): () => void {
  const listen = ({ key, newValue }: StorageEvent) => {
    if (key === lastActs && countLeft(newValue)) hear();
    if (key !== goingKey || newValue === null) return;
    waitingCount.set(keptCount());
    hear();
  };
  addEventListener("storage", listen);
  return () => removeEventListener("storage", listen);
}
