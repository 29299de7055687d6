/** Parses stored JSON; null if there is none or it is unreadable. */
export function parseStored(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
}

/** Stores something small that nothing depends on; ignores a full or disabled store. */
export function storeIfSpace(store: Storage, key: string, value: string): void {
  try {
    store.setItem(key, value);
  } catch {}
}
