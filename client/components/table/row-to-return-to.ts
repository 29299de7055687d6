import { useEffect, useRef } from "react";
import { createUserStore } from "../../data/session/forget.ts";
import { useStore } from "../../data/store.ts";

const wanted = createUserStore<string | null>(null);

/** A change of it is being taken back: one stands on it again as soon as it stands in the list. */
export function returnToRow(id: string): void {
  wanted.set(id);
}

/** Whoever has moved on since is left where they are. */
export function stayHere(): void {
  wanted.set(null);
}

interface ReturnOptions {
  ids: readonly string[];
  listKey: string;
  stand: (id: string, at: number) => void;
}

export function useReturnToRow({ ids, listKey, stand }: ReturnOptions): void {
  const row = useStore(wanted);
  const meantIn = useRef(listKey);
  useEffect(() => {
    if (row === null) {
      meantIn.current = listKey;
      return;
    }
    // In another list nobody meant to go anywhere.
    const isElsewhere = meantIn.current !== listKey;
    const at = ids.indexOf(row);
    if (at < 0 && !isElsewhere) return;
    stayHere();
    if (!isElsewhere) stand(row, at);
  }, [row, ids, listKey, stand]);
  useEffect(() => stayHere, []);
}
