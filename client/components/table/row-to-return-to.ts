import { useEffect, useRef } from "react";
import { createUserStore } from "../../data/session/forget.ts";
import { useStore } from "../../data/store.ts";

const wanted = createUserStore<string | null>(null);

/** After an undo, moves the cursor back to this row as soon as it is in the list. */
export function returnToRow(id: string): void {
  wanted.set(id);
}

/** Cancels the return once the person has moved on. */
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
    // In another list, no return was requested.
    const isElsewhere = meantIn.current !== listKey;
    const at = ids.indexOf(row);
    if (at < 0 && !isElsewhere) return;
    stayHere();
    if (!isElsewhere) stand(row, at);
  }, [row, ids, listKey, stand]);
  useEffect(() => stayHere, []);
}
