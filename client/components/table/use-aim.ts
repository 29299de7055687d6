import { useCallback, useEffect, useRef } from "react";
import { signingOut } from "../../data/errors.ts";

/** Longer than the pointer takes to cross a row. */
const pause = 65;

/** Prefetches a row that is hovered or focused. */
export function useAim<Row>(fetch: (row: Row) => void): (row: Row) => void {
  const latest = useRef(fetch);
  latest.current = fetch;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback((row) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      if (!signingOut.get()) latest.current(row);
    }, pause);
  }, []);
}
