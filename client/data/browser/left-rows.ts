import { parseStored } from "./parse-stored.ts";

interface Row {
  id: string;
}

/**
 * What this page alone knows, and would take along as it goes: it leaves that where the next page
 * finds it, which is done before it has gone, as a write to a database is not.
 */
export function createLeftRows<T extends Row>(key: string) {
  const own = new Map<string, T>();
  /** Of these this page has left how they were. */
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
    // Another tab may have gone in the same moment.
    leave([...ofOthers(), ...own.values()]);
  });

  // It goes on with them itself, and they would stand in their way.
  addEventListener("pageshow", () => {
    if (left.size > 0) leave(ofOthers());
    left.clear();
  });

  return {
    own,
    /** What other pages left is this one's to keep. */
    take(): T[] {
      const rows = read();
      leave([]);
      return rows;
    },
  };
}
