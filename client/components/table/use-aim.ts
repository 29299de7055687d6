import { useCallback, useEffect, useRef } from "react";
import { signingOut } from "../../data/errors.ts";

/** Longer than it takes to pass over a row on the way to another. */
const pause = 65;

/** What somebody points at, or stands on, is there by the time they open it. */
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
