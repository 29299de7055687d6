import { useEffect, useRef } from "react";
import { letterOf } from "./letter.ts";

/** Keys pressed for the page at this path. */
let held: { path: string; keys: string[] } = { path: "", keys: [] };
/** How many mounted components are loading a page, or loading its previous and next links. */
const loading = { page: 0, steps: 0 };
let stepping = 0;
let drawnPath: string | null = null;
let acts: ReplayActions = { act: () => false, isStep: () => false };

interface ReplayActions {
  /** Returns whether the key did something. */
  act: (key: string) => boolean;
  /** Whether the key leads to the next or previous page. */
  isStep: (key: string) => boolean;
}

/** Registers the function that replays held keys. */
export function replayBy(given: ReplayActions): void {
  acts = given;
}

/** Whether the page at the current address is still loading. */
export function isPageComing(): boolean {
  return loading.page > 0 || isPageLeft();
}

/** Whether the page, or its previous and next links, are still loading. */
export function isStepComing(): boolean {
  return stepping > 0 && (loading.steps > 0 || isPageComing());
}

/** Whether the address already points to another page than the one drawn. */
export function isPageLeft(): boolean {
  return drawnPath !== null && drawnPath !== location.pathname;
}

/**
 * Holds a key until the page it is meant for has loaded, and all keys typed after it. Otherwise it would act
 * on the previous page, and the text of a reply would run as shortcuts.
 */
export function holdsKey(event: KeyboardEvent, isOfPage: (key: string) => boolean): boolean {
  if (!isPageComing() && !isStepComing()) return false;
  const path = location.pathname;
  if (held.path !== path) held = { path, keys: [] };
  // The first key is a shortcut of the page; those after it may be text.
  const key = held.keys.length === 0 ? letterOf(event) : event.key;
  if (!hold(key, held.keys, isOfPage)) return false;
  event.preventDefault();
  return true;
}

/** Holds a key for the page that is being opened. */
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

/** Called by skeletons: holds keys until the page, or its previous and next links, are loaded. */
export function useHoldsKeys(what: keyof typeof loading = "page", isWaiting = true): void {
  useEffect(() => {
    if (!isWaiting) return undefined;
    loading[what]++;
    return () => {
      loading[what]--;
      queueMicrotask(replay);
    };
  }, [what, isWaiting]);
}

/** Called by pages with shortcuts to the next and previous page. */
export function useStepsByKey(hasSteps: boolean): void {
  useEffect(() => {
    if (!hasSteps) return undefined;
    stepping++;
    return () => {
      stepping--;
    };
  }, [hasSteps]);
}

/** Called by the shell, which knows the path of the page that is drawn. */
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
    // Keys after a step are meant for the page that it leads to.
    if (isStep) {
      held = { path: location.pathname, keys: keys.slice(waits ? at : at + 1) };
      return;
    }
  }
}
