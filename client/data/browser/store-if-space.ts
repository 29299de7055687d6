/** Stores something small that nothing depends on; ignores a full or disabled store. */
export function storeIfSpace(store: Storage, key: string, value: string): void {
  try {
    store.setItem(key, value);
  } catch {}
}
