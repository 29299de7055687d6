import { Suspense, useEffect, useState } from "react";
import { lazyPart } from "../lib/lazy-part.ts";

const HintBubble = lazyPart(() => import("./hint-bubble.tsx"), "HintBubble");

const openAfter = 350;
const closeAfter = 120;

/** So long a finger rests on something to ask what it is, and so far it may slip. */
const pressMs = 450;
const slip = 10;

/** Shows the words of whatever <Hint> is pointed at, has the keyboard's focus or is pressed long. */
export function Hints() {
  const [target, setTarget] = useState<HTMLElement | null>(null);
  useEffect(() => followHints(setTarget), []);
  return (
    target && (
      <Suspense fallback={null}>
        <HintBubble target={target} onClose={() => setTarget(null)} />
      </Suspense>
    )
  );
}

function followHints(show: (target: HTMLElement | null) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const later = (delay: number, target: HTMLElement | null) => {
    clearTimeout(timer);
    timer = setTimeout(() => show(target), delay);
  };
  const stop = new AbortController();
  const on = <K extends keyof DocumentEventMap>(
    type: K,
    listener: (event: DocumentEventMap[K]) => void,
  ) => document.addEventListener(type, listener, { signal: stop.signal, capture: true });

  on("pointerover", (event) => {
    if (event.pointerType === "touch") return;
    const hinted = hintedAt(event.target);
    if (hinted) HintBubble.preload();
    // Whoever moves onto the bubble itself wants to read on.
    if (isBubble(event.target)) clearTimeout(timer);
    else later(hinted ? openAfter : closeAfter, hinted);
  });
  /** By a press that goes on, or was the last one. */
  let asked = false;
  let press: { timer: ReturnType<typeof setTimeout>; x: number; y: number } | null = null;
  const release = () => {
    clearTimeout(press?.timer);
    press = null;
  };
  on("pointerdown", ({ pointerType, target, clientX: x, clientY: y }) => {
    later(0, null);
    release();
    asked = false;
    // In a list of which rows can be chosen a long press chooses one.
    const isRow = target instanceof Element && target.closest("[data-row]");
    const hinted = pointerType === "touch" && !isRow ? hintedAt(target) : null;
    if (!hinted) return;
    HintBubble.preload();
    const ask = () => {
      asked = true;
      show(hinted);
    };
    press = { timer: setTimeout(ask, pressMs), x, y };
  });
  on("pointermove", ({ clientX, clientY }) => {
    if (press && Math.hypot(clientX - press.x, clientY - press.y) > slip) release();
  });
  on("pointerup", release);
  on("pointercancel", release);
  on("focusin", (event) => {
    const hinted = hintedAt(event.target);
    if (hinted?.matches(":focus-visible")) later(0, hinted);
  });
  on("focusout", () => asked || later(0, null));
  on("click", (event) => {
    if (!asked || event.detail === 0) return;
    // The same finger does not press as well what it asked about.
    event.preventDefault();
    event.stopPropagation();
  });
  return () => {
    clearTimeout(timer);
    release();
    stop.abort();
  };
}

function hintedAt(target: EventTarget | null): HTMLElement | null {
  const hinted = target instanceof Element ? target.closest<HTMLElement>("[data-hint]") : null;
  if (!hinted) return null;
  // What it opened stands there: words above that would only be in the way.
  if (hinted.matches('[aria-haspopup][aria-expanded="true"]')) return null;
  return hinted.dataset.hintCut === undefined || isCut(hinted) ? hinted : null;
}

/** Whether some of it has no room, in itself or in the cell it stands in. */
function isCut(hinted: HTMLElement): boolean {
  const cell = hinted.closest("td");
  const boxes = [hinted, ...hinted.querySelectorAll<HTMLElement>("*"), ...(cell ? [cell] : [])];
  return boxes.some(
    ({ clientWidth, clientHeight, scrollWidth, scrollHeight }) =>
      clientWidth > 0 && (scrollWidth > clientWidth || scrollHeight > clientHeight + 1),
  );
}

function isBubble(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[data-slot="hint"]') !== null;
}
