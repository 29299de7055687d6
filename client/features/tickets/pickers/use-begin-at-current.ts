import { type RefObject, useEffect, useRef } from "react";

const current = '[aria-checked="true"], [aria-current="true"]';

/** In a menu of values one begins at what stands, else at the first, by whichever way it was opened. */
export function useBeginAtCurrent(open: boolean): RefObject<HTMLDivElement | null> {
  const menu = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!open) return undefined;
    const frame = requestAnimationFrame(() => {
      const first = [current, '[role^="menuitem"]']
        .map((item) => menu.current?.querySelector<HTMLElement>(item))
        .find(Boolean);
      first?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, [open]);
  return menu;
}
