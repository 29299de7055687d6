import { dismissAllNotices } from "../../components/notices.ts";
import { sessionExpired } from "../errors.ts";
import { createStore, type Store } from "../store.ts";

const forgetters: (() => void)[] = [];

/** For what keeps something of a person in memory, outside of the shell's own cache. */
export function whenForgotten(forget: () => void): void {
  forgetters.push(forget);
}

/** What a person did or is asked on this page: for whoever signs in next it is as at first. */
export function createUserStore<T>(initial: T): Store<T> {
  const store = createStore(initial);
  whenForgotten(() => store.set(initial));
  return store;
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
  const databases = await indexedDB.databases?.().catch(() => []);
  // A browser that cannot name them has the desk's own.
  for (const { name } of databases ?? [{ name: "frontdesk" }]) {
    if (name) indexedDB.deleteDatabase(name);
  }
}
