import { dismissAllNotices } from "../../components/notices.ts";
import { sessionExpired } from "../errors.ts";
import { createStore, type Store } from "../store.ts";

const forgetters: (() => void)[] = [];

/** Registers a callback that clears data of the person held outside the query cache. */
export function whenForgotten(forget: () => void): void {
  forgetters.push(forget);
}

/** A store that is reset when the person changes. */
export function createUserStore<T>(initial: T): Store<T> {
  const store = createStore(initial);
  whenForgotten(() => store.set(initial));
  return store;
}

let stays = 0;

/** Returns a function that says whether this stay in the shell has ended. */
export function beginStay(): () => boolean {
  const stay = stays;
  return () => stay !== stays;
}

/** Clears what the shell had to say, so that it does not appear at /login or for the next person. */
export function forgetShell(): void {
  stays += 1;
  dismissAllNotices();
  sessionExpired.set(false);
  for (const forget of forgetters) forget();
}

/** Deletes everything of the person from the browser's stores. */
export async function clearBrowserStores(): Promise<void> {
  localStorage.clear();
  sessionStorage.clear();
  const databases = await indexedDB.databases?.().catch(() => []);
  // Browsers that cannot list databases get our own name.
  for (const { name } of databases ?? [{ name: "frontdesk" }]) {
    if (name) indexedDB.deleteDatabase(name);
  }
}
