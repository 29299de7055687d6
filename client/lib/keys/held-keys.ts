import { useEffect, useRef } from "react";
import { letterOf } from "./letter.ts";

/** What was pressed for the page at this path. */
let held: { path: string; keys: string[] } = { path: "", keys: [] };
let onTheirWay = 0;
let drawnPath: string | null = null;
let actBy: (key: string) => boolean = () => false;

/** Who replays held keys: says whether the key was for something. */
export function replayBy(act: (key: string) => boolean): void {
  actBy = act;
}

/** The address has gone on, and the page drawn is still the one before. */
export function isPageLeft(): boolean {
  return drawnPath !== null && drawnPath !== location.pathname;
}

/**
 * A key for a page that is on its way waits for it, and with it all that is typed after: it would
 * else act on the page that is left, and the words of a reply would be so many commands.
 */
export function holdsKey(event: KeyboardEvent, isOfPage: (key: string) => boolean): boolean {
  if (onTheirWay === 0 && !isPageLeft()) return false;
  const path = location.pathname;
  if (held.path !== path) held = { path, keys: [] };
  // The first is a key of the page, what comes after it may be text.
  const key = held.keys.length === 0 ? letterOf(event) : event.key;
  if (!hold(key, held.keys, isOfPage)) return false;
  event.preventDefault();
  return true;
}

export function hold(key: string, keys: string[], isOfPage: (key: string) => boolean): boolean {
  if (keys.length === 0) {
    if (!isOfPage(key)) return false;
    keys.push(key);
  } else if (key === "Escape") {
    keys.length = 0;
  } else if (key === "Backspace") {
    if (keys.length > 1) keys.pop();
  } else {
    if (key.length > 1 && key !== "Enter") return false;
    keys.push(key);
  }
  return true;
}

/** For what stands in the place of a page until that comes. */
export function useHoldsKeys(): void {
  useEffect(() => {
    onTheirWay++;
    return () => {
      onTheirWay--;
      queueMicrotask(replay);
    };
  }, []);
}

/** For the frame around all pages. */
export function useDrawnPath(pathname: string): void {
  const shown = useRef(pathname);
  useEffect(() => {
    drawnPath = pathname;
    if (shown.current !== pathname) queueMicrotask(replay);
    shown.current = pathname;
  }, [pathname]);
  useEffect(
    () => () => {
      drawnPath = null;
    },
    [],
  );
}

function replay(): void {
  if (onTheirWay > 0 || isPageLeft()) return;
  const { path, keys } = held;
  held = { path: "", keys: [] };
  if (path !== location.pathname) return;
  for (const key of keys) {
    const field = document.activeElement;
    const isText = field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement;
    if (isText) document.execCommand("insertText", false, key === "Enter" ? "\n" : key);
    else if (!actBy(key)) return;
  }
}
