import { parseStored } from "./local-storage.ts";

interface Row {
  id: string;
}

/**
 * Rows that only this page knows. On pagehide it writes them to localStorage for the next page, since a
 * database write would not finish in time.
 */
export function createLeftRows<T extends Row>(key: string) {
  const own = new Map<string, T>();
  /** The ids of other pages' rows that this page has left in place. */
  const left = new Set<string>();

  const read = (): T[] => {
    const kept = parseStored(localStorage.getItem(key));
    return Array.isArray(kept) ? kept : [];
  };
  const ofOthers = () => read().filter(({ id }) => !left.has(id));
  const leave = (rows: T[]) => {
    if (rows.length > 0) localStorage.setItem(key, JSON.stringify(rows));
    else localStorage.removeItem(key);
  };

  addEventListener("pagehide", () => {
    if (own.size === 0) return;
    for (const id of own.keys()) left.add(id);
    // Another tab may have closed at the same moment.
    leave([...ofOthers(), ...own.values()]);
  });

  // Restored from the browser's cache, the page continues with its own rows and removes them from storage.
  addEventListener("pageshow", () => {
    if (left.size > 0) leave(ofOthers());
    left.clear();
  });

  return {
    own,
    /** Takes over the rows left by other pages. */
    take(): T[] {
      const rows = read();
      leave([]);
      return rows;
    },
  };
}
