import { sessionExpired } from "./errors.ts";
import { dismissAllNotices } from "./notices.ts";

/** What the shell had to say is no news at /login, nor to whoever signs in next. */
export function forgetShell(): void {
  dismissAllNotices();
  sessionExpired.set(false);
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
