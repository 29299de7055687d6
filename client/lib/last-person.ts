import { setWaitingCount } from "./waiting-count.ts";

const key = "frontdesk.person";

/** Who was signed in here last, as far as this browser knows. */
export function lastPerson(): string | null {
  return localStorage.getItem(key);
}

/** What waits in this browser is for whoever wrote it: it goes when another signs in. */
export function welcome(personId: string): void {
  const last = localStorage.getItem(key);
  if (last === personId) return;
  localStorage.setItem(key, personId);
  if (!last) return;
  setWaitingCount(0);
  void import("./browser-store.ts").then((store) => store.dropRowsOfOthers(personId));
}
