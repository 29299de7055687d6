import { forgetArea } from "../../app/navigation/areas.ts";
import { forgetSearches } from "../../app/navigation/recent-searches.ts";
import { dropRowsOfOthers } from "../browser/browser-store.ts";
import { storeIfSpace } from "../browser/local-storage.ts";
import { setWaitingCount } from "../queued-count.ts";

const key = "frontdesk.person";

/** The last person signed in here, as far as this browser knows. */
export function lastPerson(): string | null {
  return localStorage.getItem(key);
}

/** Deletes the previous person's data when someone else signs in. */
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
  // Saved last, so that a page closed before then leaves the cleanup to the next one.
  void dropRowsOfOthers(personId).then(() => storeIfSpace(localStorage, key, personId));
}
