import { forgetArea } from "../../app/navigation/areas.ts";
import { forgetSearches } from "../../app/navigation/recent-searches.ts";
import { storeIfSpace } from "../browser/store-if-space.ts";
import { setWaitingCount } from "../queued-count.ts";

const key = "frontdesk.person";

/** Who was signed in here last, as far as this browser knows. */
export function lastPerson(): string | null {
  return localStorage.getItem(key);
}

/** Where one worked and what waits here is of whoever was here last: it goes when another signs in. */
export function welcome(personId: string): void {
  const last = localStorage.getItem(key);
  if (last === personId) return;
  if (!last) {
    storeIfSpace(localStorage, key, personId);
    return;
  }
  forgetArea();
  forgetSearches();
  setWaitingCount(0);
  // Noted last: a page that is left meanwhile leaves it to the next one.
  void import("../browser/browser-store.ts")
    .then((store) => store.dropRowsOfOthers(personId))
    .then(() => storeIfSpace(localStorage, key, personId));
}
