import { unsavedTextsKey, unsentActionsKey } from "./unsaved-keys.ts";

/**
 * IndexedDB for what must outlive the page and is not on the server yet. Signing out deletes the database
 * (`clearBrowserStores`), so a connection closes on `versionchange`.
 */
const database = "frontdesk";
const stores = ["unsaved", "outbox"] as const;
type BrowserStore = (typeof stores)[number];

interface Kept {
  id: string;
}

export async function readAll<T extends Kept>(store: BrowserStore): Promise<T[]> {
  return await inStore<T[]>(store, "readonly", (rows) => rows.getAll());
}

export async function saveRow<T extends Kept>(store: BrowserStore, row: T): Promise<void> {
  await inStore(store, "readwrite", (rows) => rows.put(row));
}

export async function dropRow(store: BrowserStore, id: string): Promise<void> {
  await inStore(store, "readwrite", (rows) => rows.delete(id));
}

/** Deletes the rows of other users. */
export async function dropRowsOfOthers(personId: string): Promise<void> {
  for (const key of [unsavedTextsKey, unsentActionsKey]) localStorage.removeItem(key);
  for (const store of stores) {
    const rows = await readAll<Kept & { personId: string }>(store);
    const others = rows.filter((row) => row.personId !== personId);
    await Promise.all(others.map(({ id }) => dropRow(store, id)));
  }
}

let opening: Promise<IDBDatabase> | null = null;

function open(): Promise<IDBDatabase> {
  opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(database, 1);
    request.onupgradeneeded = () => {
      for (const store of stores) request.result.createObjectStore(store, { keyPath: "id" });
    };
    request.onsuccess = () => {
      const letGo = () => {
        request.result.close();
        opening = null;
      };
      request.result.onversionchange = letGo;
      request.result.onclose = letGo;
      resolve(request.result);
    };
    request.onerror = () => {
      opening = null;
      reject(request.error);
    };
  });
  return opening;
}

async function inStore<T>(
  store: BrowserStore,
  mode: IDBTransactionMode,
  act: (rows: IDBObjectStore) => IDBRequest,
): Promise<T> {
  const transaction = (await open()).transaction(store, mode);
  const request = act(transaction.objectStore(store));
  return await new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = () => reject(transaction.error);
  });
}
