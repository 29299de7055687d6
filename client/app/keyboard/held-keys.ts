import { useEffect, useRef } from "react";
import { letterOf } from "./letter.ts";

/** What was pressed for the page at this path. */
let held: { path: string; keys: string[] } = { path: "", keys: [] };
/** Pages, and what says where a page's next one is. */
const onTheirWay = { page: 0, steps: 0 };
let stepping = 0;
let drawnPath: string | null = null;
let acts: ReplayActions = { act: () => false, isStep: () => false };

interface ReplayActions {
  /** Says whether the key was for something. */
  act: (key: string) => boolean;
  /** Whether the key leads to the next page, or to the one before. */
  isStep: (key: string) => boolean;
}

/** Who replays held keys. */
export function replayBy(given: ReplayActions): void {
  acts = given;
}

/** The page that the address names is not there yet. */
export function isPageComing(): boolean {
  return onTheirWay.page > 0 || isPageLeft();
}

/** The page, or the one after it, is not there yet: where a step leads is still to be seen. */
export function isStepComing(): boolean {
  return stepping > 0 && (onTheirWay.steps > 0 || isPageComing());
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
  if (!isPageComing() && !isStepComing()) return false;
  const path = location.pathname;
  if (held.path !== path) held = { path, keys: [] };
  // The first is a key of the page, what comes after it may be text.
  const key = held.keys.length === 0 ? letterOf(event) : event.key;
  if (!hold(key, held.keys, isOfPage)) return false;
  event.preventDefault();
  return true;
}

/** For what opens a page and means to press a key of it there. */
export function holdForPage(key: string): void {
  held = { path: location.pathname, keys: [key] };
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

/** For what stands in the place of a page until that comes, or as long as it waits for its steps. */
export function useHoldsKeys(what: keyof typeof onTheirWay = "page", isWaiting = true): void {
  useEffect(() => {
    if (!isWaiting) return undefined;
    onTheirWay[what]++;
    return () => {
      onTheirWay[what]--;
      queueMicrotask(replay);
    };
  }, [what, isWaiting]);
}

/** For a page whose own keys lead on to the next one. */
export function useStepsByKey(hasSteps: boolean): void {
  useEffect(() => {
    if (!hasSteps) return undefined;
    stepping++;
    return () => {
      stepping--;
    };
  }, [hasSteps]);
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
  if (isPageComing()) return;
  const { path, keys } = held;
  held = { path: "", keys: [] };
  if (path !== location.pathname) return;
  for (const [at, key] of keys.entries()) {
    const field = document.activeElement;
    const isText = field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement;
    if (isText) {
      document.execCommand("insertText", false, key === "Enter" ? "\n" : key);
      continue;
    }
    const isStep = acts.isStep(key);
    const waits = isStep && isStepComing();
    if (!waits && !acts.act(key)) return;
    // What comes after a step is for the page that it leads to.
    if (isStep) {
      held = { path: location.pathname, keys: keys.slice(waits ? at : at + 1) };
      return;
    }
  }
}
