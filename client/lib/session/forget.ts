import { sessionExpired } from "../errors.ts";
import { dismissAllNotices } from "../notices.ts";

const forgetters: (() => void)[] = [];

/** For what keeps something of a person in memory, outside of the shell's own cache. */
export function whenForgotten(forget: () => void): void {
  forgetters.push(forget);
}

let stays = 0;

/** Whether the stay in the shell that has just begun is over. */
export function beginStay(): () => boolean {
  const stay = stays;
  return () => stay !== stays;
}

/** What the shell had to say is no news at /login, nor to whoever signs in next. */
export function forgetShell(): void {
  stays += 1;
  dismissAllNotices();
  sessionExpired.set(false);
  for (const forget of forgetters) forget();
}

/** Leaves nothing of a person in the browser's own stores. */
export async function clearBrowserStores(): Promise<void> {
  localStorage.clear();
  sessionStorage.clear();
  const databases = (await indexedDB.databases?.().catch(() => [])) ?? [];
  for (const { name } of databases) {
    if (name) indexedDB.deleteDatabase(name);
  }
}
