/** Remembers something small in the browser, unless it is full or keeps nothing: nothing depends on it. */
export function storeIfSpace(store: Storage, key: string, value: string): void {
  try {
    store.setItem(key, value);
  } catch {
    // As if it had never been kept.
  }
}
